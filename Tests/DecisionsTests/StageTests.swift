import Catalog
import Decisions
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
    #expect(annualTrial().stage(at: at("2026-12-22T09:00Z")) == .ended)
    #expect(annualTrial().stage(at: at("2026-12-22T08:59Z")) == .running)
  }
}
