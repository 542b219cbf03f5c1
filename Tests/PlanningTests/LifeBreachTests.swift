import PaywallCatalog
import Planning
import Serving
import Testing

/// The stages between which an experiment moves, and the state in the ledger.
@Suite struct LifeBreachTests {
  private let annual = "Experiments/annual-trial.yaml"

  private func find(_ base: Folder, _ head: Folder) throws -> [Breach] {
    breaches(from: try base.load(), to: try head.load(), at: today)
  }

  @Test func `a configuration does not break itself`() throws {
    #expect(try find(.lumen, .lumen) == [])
  }

  @Test(arguments: [
    ("annual-trial", "'annual-trial' is running and its file is gone"),
    ("fewer", "'fewer' is paused and its file is gone"),
    ("kept", "recorded visitors still keep a variant of 'kept'"),
  ])
  func `the file of an experiment that visitors know cannot go`(id: String, says: String) throws {
    let found = try find(.lumen, .lumen.removing("Experiments/\(id).yaml"))
    let breach = try #require(found.first)
    #expect(found.count == 1)
    #expect(breach.code == .runningRemoved && breach.severity == .error && breach.keys == [])
    #expect(breach.message.hasPrefix(says))
  }

  @Test(arguments: ["won", "later", "idea"])
  func `the file of one that nobody is kept in can`(id: String) throws {
    #expect(try find(.lumen, .lumen.removing("Experiments/\(id).yaml")) == [])
  }

  @Test(arguments: [
    // stop, pause, resume, more traffic, a longer slice, a title
    ("annual-trial", "status: running", "status: paused"),
    ("fewer", "status: paused", "status: running"),
    ("annual-trial", "traffic: 50%", "traffic: 80%"),
    ("annual-trial", "slice: 0%-40%", "slice: 0%-60%"),
    ("annual-trial", "title: Annual with a trial", "title: Annual"),
    // a future experiment
    ("later", "seed: 5e6f7a8b", "seed: 5e6f7a8c"),
    ("later", "status: running", "status: draft"),
    // a winner may get other products once the experiment is over
    ("won", "lite: { share: 50%, paywall: lite }", "lite: { share: 50%, paywall: come-back }"),
    ("won", "status: stopped", "status: archived"),
  ])
  func `what harms nobody is not found`(id: String, old: String, new: String) throws {
    let head = Folder.lumen.replacing(old, by: new, in: "Experiments/\(id).yaml")
    #expect(try find(.lumen, head) == [])
  }

  @Test func `stopping harms nobody`() throws {
    let head = Folder.lumen.replacing("status: running", by: "status: stopped", in: annual)
      .replacing("09:00Z }", by: "09:00Z, end: 2026-11-21T11:59Z }", in: annual)
    #expect(try find(.lumen, head) == [])
  }

  @Test(arguments: [
    ("running", "draft", "put 'status: running' back, then pause it with"),
    ("paused", "draft", "put 'status: paused' back, or then end it with"),
    ("paused", "archived", "put 'status: paused' back, then end it with"),
    ("archived", "draft", "put 'status: archived' back, then begin again with"),
  ])
  func `verbs are named for the status that is put back`(
    was: String, status: String, help: String
  ) throws {
    let base = Folder.lumen.replacing("status: running", by: "status: \(was)", in: annual)
    let head = Folder.lumen.replacing("status: running", by: "status: \(status)", in: annual)
    let found = try find(base, head)
    #expect(found.map(\.code) == [.runningRemoved])
    #expect(found.first?.help.hasPrefix(help) == true, "\(found)")
  }

  @Test func `an id that was removed begins in the next phase`() throws {
    let gone = PhaseState(
      experiment: "annual-trial", phase: 1, parts: [.status: PhaseState.removed])
    let draft = Folder.lumen.replacing("status: running", by: "status: draft", in: annual)
    let found = breaches(ofKept: [gone], holdout: nil, by: try draft.load(), at: today)
    #expect(found.map(\.help) == ["write 'phase: 2' with a new seed, or use another id"])
    let next = draft.replacing("seed: 7f3a9c21", by: "phase: 2\nseed: 00000002", in: annual)
    #expect(breaches(ofKept: [gone], holdout: nil, by: try next.load(), at: today) == [])
  }

  @Test func `a holdout may shrink, and go`() throws {
    let path = "Paywalls/targeting/layers.yaml"
    #expect(try find(.lumen, .lumen.replacing("share: 5%", by: "share: 2%", in: path)) == [])
    let without = Folder.lumen.replacing(
      "holdout: { share: 5%, unit: visitor, seed: 4be01a77 }\n", by: "", in: path)
    #expect(try find(.lumen, without) == [])
    let found = try find(without, .lumen)
    #expect(found.map(\.message).first?.hasPrefix("the holdout grows from 0% to 5%") == true)
    #expect(found.map(\.code) == [.holdoutChanged])
  }

  @Test func `a new phase with a new seed may be anything, and says who keeps what`() throws {
    let restarted = Folder.lumen.replacing(
      "seed: 7f3a9c21", by: "seed: 00000002\nphase: 2", in: annual)
    #expect(try find(.lumen, restarted) == [])
    let other = restarted.replacing("slice: 0%-40%", by: "slice: 40%-60%", in: annual)
      .replacing("traffic: 50%", by: "traffic: 10%", in: annual)
      .replacing("unit", by: "unit", in: "Paywalls/targeting/layers.yaml")
    #expect(try find(.lumen, other) == [])
    let resold = restarted.replacing("paywall: trial", by: "paywall: lite", in: annual)
    let warnings = try find(.lumen, resold)
    #expect(warnings.map(\.code) == [.frozenChanged])
    #expect(warnings.map(\.severity) == [.warning])
    #expect(warnings.first?.message.hasPrefix("visitors of phase 1 who keep 'trial'") == true)
    let renamed = restarted.replacing("  trial:", by: "  week:", in: annual)
    #expect(try find(.lumen, renamed).map(\.code) == [.variantRemoved])
    let released = renamed.replacing("metrics:", by: "after: control\nmetrics:", in: annual)
    #expect(try find(.lumen, released) == [])
  }

  @Test(arguments: [
    ("kept", "status: stopped", "status: running", "end: 2026-10-06T08:00Z", "2026-12-06T08:00Z"),
    ("kept", "status: stopped", "status: paused", "end: 2026-10-06T08:00Z", "2026-12-06T08:00Z"),
    (
      "annual-trial", "start: 2026-11-02T09:00Z", "start: 2026-11-02T09:00Z", "",
      "2026-12-06T08:00Z"
    ),
  ])
  func `what has ended cannot go on in the same phase`(
    id: String, status: String, next: String, end: String, later: String
  ) throws {
    let path = "Experiments/\(id).yaml"
    var base = Folder.lumen
    var end = end
    if end.isEmpty {
      end = "end: 2026-11-20T00:00Z"
      base = base.replacing(status, by: "\(status), \(end)", in: path)
    }
    let head = base.replacing(status, by: next, in: path)
      .replacing(end, by: "end: \(later)", in: path)
    let found = try find(base, head)
    #expect(found.map(\.code) == [.scheduleChanged])
    #expect(found.map(\.severity) == [.error])
    #expect(found.map(\.keys) == [["until"]])
    #expect(found.allSatisfy { $0.help.contains("'paywall experiment restart \(id)'") })
    // The next phase may.
    let seed = id == "kept" ? "seed: c81b05e4" : "seed: 7f3a9c21"
    let restarted = head.replacing(seed, by: "phase: 2\nseed: 00000002", in: path)
    #expect(try find(base, restarted) == [])
  }

  /// 20 % from the start, 50 % since 20 November, 80 % from December; `today` is 21 November.
  private static let ramp = """
    traffic:
      - share: 20%
      - { from: 2026-11-20T00:00Z, share: 50% }
      - { from: 2026-12-01T00:00Z, share: 80% }
    """

  @Test(arguments: [
    // Future steps change, go, and join.
    ("2026-12-01T00:00Z, share: 80%", "2026-11-30T00:00Z, share: 60%"),
    ("\n  - { from: 2026-12-01T00:00Z, share: 80% }", ""),
    ("share: 80% }", "share: 80% }\n  - { from: 2026-12-05T00:00Z, share: 90% }"),
    // One share that is not smaller ends the steps.
    (Self.ramp, "traffic: 50%"), (Self.ramp, "traffic: 100%"),
    // A past step is written differently: the current share does not shrink.
    ("2026-11-20T00:00Z", "2026-11-19T00:00Z"), ("share: 50% }", "share: 60% }"),
    ("share: 20%\n  - { from: 2026-11-20T00:00Z, share: 50% }", "share: 50%"),
  ])
  func `steps of traffic may change while the share of now stays`(
    old: String, new: String
  ) throws {
    let base = Folder.lumen.replacing("traffic: 50%", by: Self.ramp, in: annual)
    #expect(try find(.lumen, base) == [])
    #expect(try find(base, base.replacing(old, by: new, in: annual)) == [])
  }

  private static let smallerRamps = [
    ("share: 50% }", "share: 40% }", "40%"), ("2026-11-20T00:00Z", "2026-11-22T00:00Z", "20%"),
    (Self.ramp, "traffic: 49%", "49%"),
  ]

  @Test(arguments: smallerRamps)
  func `a step of traffic that visitors entered by stays`(
    old: String, new: String, share: String
  ) throws {
    let base = Folder.lumen.replacing("traffic: 50%", by: Self.ramp, in: annual)
    let found = try find(base, base.replacing(old, by: new, in: annual))
    #expect(found.map(\.code) == [.trafficShrunk] && found.map(\.severity) == [.error])
    #expect(
      found.first?.message.hasPrefix("traffic of 'annual-trial' shrinks from 50% to \(share)")
        == true, "\(found)")
    #expect(found.first?.keys == ["traffic"])
  }

  @Test(arguments: smallerRamps)
  func `a step that passed in a pause can be taken back, which files only warn of`(
    old: String, new: String, share: String
  ) throws {
    let paused = Folder.lumen.replacing("traffic: 50%", by: Self.ramp, in: annual)
      .replacing("status: running", by: "status: paused", in: annual)
    let (base, head) = (
      try paused.load(), try paused.replacing(old, by: new, in: annual).load()
    )
    let found = breaches(from: base, to: head, at: today)
    #expect(found.map(\.code) == [.trafficShrunk] && found.map(\.severity) == [.warning])
    #expect(found.first?.help.contains("if the pause began before 2026-11-20 00:00 UTC") == true)
    // A server that knows when it was paused decides.
    for (enrolled, expected) in [(2000, []), (5000, [Breach.Severity.error])] {
      let known = breaches(from: base, to: head, at: today) { _ in BasisPoints(enrolled) }
      #expect(known.map(\.severity) == expected)
    }
    // Visitors entered by the first share whenever it was paused.
    let less = try paused.replacing(Self.ramp, by: "traffic: 10%", in: annual).load()
    #expect(breaches(from: base, to: less, at: today).map(\.severity) == [.error])
  }

  @Test(arguments: [("2026-11-14T12:00Z", false), ("2026-11-14T12:01Z", true)])
  func `traffic shrinks once the exposures of what has ended have arrived`(
    end: String, isCounting: Bool
  ) throws {
    let running = Folder.lumen.replacing("traffic: 50%", by: Self.ramp, in: annual)
      .replacing("2026-11-20T00:00Z, share: 50%", by: "2026-11-10T00:00Z, share: 50%", in: annual)
    let ended = running.replacing("09:00Z }", by: "09:00Z, end: \(end) }", in: annual)
    let less = ended.replacing("share: 50% }", by: "share: 40% }", in: annual)
    for base in [running, ended] {
      let found = try find(base, less).filter { $0.code == .trafficShrunk }
      #expect(found.map(\.severity) == (isCounting ? [.error] : []))
      #expect(found.allSatisfy { $0.help == "put 50% back until a week after the end" })
    }
    let archived = less.replacing("status: running", by: "status: archived", in: annual)
    #expect(!(try find(ended, archived).contains { $0.code == .trafficShrunk }))
  }

  /// The experiment ended the day before yesterday, and the edit moves its end to ten days ago.
  @Test(arguments: [("traffic: 50%", "traffic: 10%"), ("slice: 0%-40%", "slice: 0%-30%")])
  func `an end that is moved back does not let exposures go`(old: String, new: String) throws {
    let ended = Folder.lumen.replacing(
      "09:00Z }", by: "09:00Z, end: 2026-11-19T12:00Z }", in: annual)
    let earlier = ended.replacing("end: 2026-11-19T", by: "end: 2026-11-11T", in: annual)
    #expect(!(try find(ended, earlier).contains { $0.severity == .error }))
    let less = earlier.replacing(old, by: new, in: annual)
    #expect(
      try find(ended, less).filter { $0.severity == .error }.map(\.code)
        == [old.hasPrefix("traffic") ? .trafficShrunk : .sliceShrunk])
  }

  @Test func `traffic cannot shrink by way of an end`() throws {
    let ended = Folder.lumen.replacing(
      "09:00Z }", by: "09:00Z, end: 2026-11-10T00:00Z }", in: annual)
    let less = ended.replacing("traffic: 50%", by: "traffic: 10%", in: annual)
    #expect(try find(ended, less) == [])
    let open = less.replacing(", end: 2026-11-10T00:00Z", by: "", in: annual)
    #expect(try find(less, open).map(\.severity) == [.error])
    let archived = less.replacing("status: running", by: "status: archived", in: annual)
    #expect(try find(archived, open).map(\.code) == [.scheduleChanged])
    #expect(try find(archived, open).map(\.severity) == [.error])
  }

  @Test func `what has not begun may begin earlier`() throws {
    let head = Folder.lumen.replacing(
      "2026-12-10T09:00Z", by: "2026-11-21T11:59Z", in: "Experiments/later.yaml")
    #expect(try find(.lumen, head) == [])
  }

  @Test func `a pause before the start ends without harm`() throws {
    let later = "Experiments/later.yaml"
    let paused = Folder.lumen.replacing("status: running", by: "status: paused", in: later)
    #expect(try find(.lumen, paused) == [])
    #expect(try find(paused, .lumen) == [])
    let earlier = paused.replacing("2026-12-10", by: "2026-12-01", in: later)
    #expect(try find(paused, earlier) == [])
  }

  @Test func `a start is not put off during a pause`() throws {
    let paused = Folder.lumen.replacing("status: running", by: "status: paused", in: annual)
    let putOff = paused.replacing(
      "schedule: { start: 2026-11-02", by: "schedule: { start: 2099-11-02", in: annual)
    for (base, head) in [
      (paused, putOff),
      (paused, putOff.replacing("status: paused", by: "status: running", in: annual)),
    ] {
      let found = try find(base, head)
      #expect(found.map(\.code) == [.scheduleChanged] && found.map(\.severity) == [.error])
      #expect(found.first?.message.contains("has started and would wait for 2099-11-02") == true)
    }
  }

  @Test func `whoever keeps a variant is not sold another when it ends`() throws {
    let stopped = Folder.lumen.replacing("status: running", by: "status: stopped", in: annual)
      .replacing("09:00Z }", by: "09:00Z, end: 2026-11-21T11:59Z }", in: annual)
    let resold = stopped.replacing("paywall: trial", by: "paywall: lite", in: annual)
    #expect(try find(.lumen, resold).map(\.code) == [.frozenChanged])
    let released = resold.replacing("metrics:", by: "after: control\nmetrics:", in: annual)
    #expect(try find(.lumen, released) == [])
  }

  @Test func `variants that go and come are told one by one`() throws {
    let head = Folder.lumen.replacing("  trial:", by: "  week:", in: annual)
    let found = try find(.lumen, head)
    #expect(found.map(\.code) == [.variantRemoved, .frozenChanged])
    #expect(found.map(\.keys) == [["variants"], ["variants", "week"]])
    let shares = Folder.lumen.replacing(
      "control: { share: 50%", by: "control: { share: 40%", in: annual
    )
    .replacing("trial: { share: 50%", by: "trial: { share: 60%", in: annual)
    #expect(
      try find(.lumen, shares).map(\.keys) == [
        ["variants", "control", "share"], ["variants", "trial", "share"],
      ])
  }

  @Test func `ten thousand variants are compared by name`() throws {
    func text(_ count: Int, _ change: (Int) -> String) -> String {
      "status: running\nplacement: settings\nseed: 2b9d1c40\nvariants:\n"
        + (0..<count).map(change).joined() + "schedule: { start: 2026-11-10T09:00Z }\n"
    }
    func line(_ name: Int, _ share: String = "0.01%") -> String {
      "  \(name == 0 ? "control" : "v\(name)"): { share: \(share), paywall: standard }\n"
    }
    let path = "Experiments/fewer.yaml"
    let base = Folder.lumen.adding(path, text(10_000) { line($0) })
    let turned = base.adding(path, text(10_000) { line(9_999 - $0) })
    let found = try find(base, turned)
    #expect(found.map(\.keys) == [["variants"]])
    let renamed = base.adding(path, text(10_000) { line($0 == 0 ? 0 : $0 + 20_000) })
    let codes = try find(base, renamed).map(\.code)
    #expect(codes.count { $0 == .variantRemoved } == 9_999)
    #expect(codes.count { $0 == .frozenChanged } == 9_999)
  }
}
