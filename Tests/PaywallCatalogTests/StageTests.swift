import PaywallCatalog
import Testing

struct StageTests {
  /// A status, which moment of `[10, 20)`, and the stage that it makes.
  @Test(
    "The stage follows from status and schedule, half-open",
    arguments: [
      (.draft, 5, .draft), (.draft, 15, .draft), (.draft, 25, .draft),
      (.running, 5, .scheduled), (.running, 9, .scheduled), (.running, 10, .running),
      (.running, 19, .running), (.running, 20, .ended), (.running, 25, .ended),
      (.paused, 5, .paused), (.paused, 10, .paused), (.paused, 19, .paused),
      (.paused, 20, .ended),
      (.stopped, 5, .ended), (.stopped, 15, .ended), (.stopped, 25, .ended),
      (.archived, 5, .archived), (.archived, 15, .archived), (.archived, 25, .archived),
    ] as [(ExperimentStatus, Int64, Stage)])
  func stages(status: ExperimentStatus, moment: Int64, stage: Stage) {
    let schedule = TimeWindow(
      start: Timestamp(milliseconds: 10), end: Timestamp(milliseconds: 20))
    #expect(
      Stage(status: status, schedule: schedule, at: Timestamp(milliseconds: moment)) == stage)
  }

  @Test("Without a schedule a status holds for ever")
  func noSchedule() {
    let always = Timestamp(milliseconds: 0)
    #expect(Stage(status: .running, schedule: .always, at: always) == .running)
    #expect(Stage(status: .paused, schedule: .always, at: always) == .paused)
  }

  @Test("Time alone changes what runs at both ends, what is paused at its end, and nothing else")
  func changes() {
    let (start, end) = (Timestamp(milliseconds: 10), Timestamp(milliseconds: 20))
    let schedule = TimeWindow(start: start, end: end)
    #expect(ExperimentStatus.running.changes(in: schedule, .all) == [start, end])
    #expect(ExperimentStatus.running.changes(in: .always, .all) == [])
    #expect(ExperimentStatus.paused.changes(in: schedule, .all) == [end])
    for status in [ExperimentStatus.draft, .stopped, .archived] {
      #expect(status.changes(in: schedule, .all) == [])
    }
  }

  @Test("Winners go by their end, then their start, then their id; without an end they go first")
  func winners() {
    func rank(_ id: String, _ start: Int64?, _ end: Int64?) -> WinnerRank {
      WinnerRank(
        id,
        TimeWindow(
          start: start.map(Timestamp.init(milliseconds:)),
          end: end.map(Timestamp.init(milliseconds:))))
    }
    let ordered = [
      rank("by-hand", 5, nil), rank("by-hand-2", 5, nil), rank("by-hand-early", 4, nil),
      rank("by-hand-always", nil, nil), rank("late", 3, 30), rank("a", 6, 20), rank("b", 6, 20),
      rank("0", 5, 20), rank("early", nil, 10),
    ]
    #expect(ordered.reversed().sorted() == ordered)
    for (index, one) in ordered.enumerated() {
      for other in ordered[(index + 1)...] { #expect(one < other && !(other < one)) }
    }
  }
}
