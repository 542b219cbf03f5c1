import PaywallCatalog
import Testing

/// Traffic that grows by steps.
struct TrafficTests {
  private func moment(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  private func share(_ percent: Int) throws -> BasisPoints {
    try #require(BasisPoints(percent * 100))
  }

  /// 5 %, then 20 % from 1 December, then 50 % from 8 December.
  private func ramp() throws -> Traffic {
    Traffic(
      try share(5),
      steps: [
        .init(from: try moment("2026-12-01T09:00Z"), share: try share(20)),
        .init(from: try moment("2026-12-08T09:00Z"), share: try share(50)),
      ])
  }

  @Test(
    "The share of a moment is that of the last step that has begun",
    arguments: [
      ("2026-11-01T00:00Z", 5), ("2026-12-01T08:59:59.999Z", 5), ("2026-12-01T09:00Z", 20),
      ("2026-12-08T08:59Z", 20), ("2026-12-08T09:00Z", 50), ("2030-01-01T00:00Z", 50),
    ])
  func shares(at text: String, percent: Int) throws {
    #expect(try ramp().share(at: moment(text), in: .always) == share(percent))
  }

  @Test("A step at the end or after it never comes, not even for claims that are late")
  func end() throws {
    let schedule = TimeWindow(end: try moment("2026-12-08T09:00Z"))
    let late = try moment("2026-12-20T00:00Z")
    #expect(try ramp().share(at: late, in: schedule) == share(20))
    #expect(try ramp().last(in: schedule) == share(20))
    #expect(try ramp().last(in: .always) == share(50))
  }

  @Test("Its text is read back; a share alone is as the ledger always stored it")
  func text() throws {
    let text = "5%, 20% from 2026-12-01T09:00:00Z, 50% from 2026-12-08T09:00:00Z"
    #expect(try ramp().description == text)
    #expect(try Traffic(text: text) == ramp())
    #expect(Traffic(text: "12.5%") == BasisPoints(1250).map { Traffic($0) })
    for wrong in ["", "5", "5%, 20%", "5%, 20% at 2026-12-01T09:00:00Z", "5%, x from y"] {
      #expect(Traffic(text: wrong) == nil, "\(wrong)")
    }
  }

  @Test("Steps inside the schedule of what runs are moments of change, and no others")
  func changes() throws {
    let (start, end) = (try moment("2026-12-02T09:00Z"), try moment("2026-12-22T09:00Z"))
    let schedule = TimeWindow(start: start, end: end)
    var traffic = try ramp()
    let second = try moment("2026-12-08T09:00Z")
    #expect(Set(ExperimentStatus.running.changes(in: schedule, traffic)) == [start, second, end])
    #expect(ExperimentStatus.paused.changes(in: schedule, traffic) == [end])
    traffic.steps[1].from = end.adding(milliseconds: 1)
    #expect(Set(ExperimentStatus.running.changes(in: schedule, traffic)) == [start, end])
  }

  @Test("It grows if no step is earlier or smaller than the one before it")
  func growing() throws {
    var traffic = try ramp()
    #expect(traffic.isGrowing && Traffic.all.isGrowing)
    traffic.first = try share(21)
    #expect(!traffic.isGrowing)
    traffic = try ramp()
    traffic.steps[1].share = try share(19)
    #expect(!traffic.isGrowing)
    traffic = try ramp()
    traffic.steps[1].from = traffic.steps[0].from
    #expect(!traffic.isGrowing)
  }
}
