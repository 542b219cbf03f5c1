import PaywallCatalog
import Planning
import Serving
import Testing

/// A revert of a roll-out: an experiment that has ended stays ended, and its winner is no longer
/// shown.
@Suite struct TakenBackWinnerTests {
  private let annual = "Experiments/annual-trial.yaml"

  private var rolledOut: Folder {
    Folder.lumen.replacing("status: running", by: "status: stopped", in: annual)
      .replacing("09:00Z }", by: "09:00Z, end: 2026-11-20T09:00Z }", in: annual)
      .replacing("metrics:", by: "after: winner\nwinner: trial\nmetrics:", in: annual)
  }

  @Test(arguments: ["stopped", "archived"])
  func `a check names it, and it is no error`(status: String) throws {
    let base = rolledOut.replacing("status: stopped", by: "status: \(status)", in: annual)
    let found = breaches(from: try base.load(), to: try Folder.lumen.load(), at: today)
    #expect(found.map(\.code) == [.staysEnded])
    #expect(found.map(\.severity) == [.warning])
    let message = try #require(found.first?.message)
    #expect(message.contains("ended with the winner 'trial' and stays ended in phase 1"))
    #expect(message.contains("recorded visitors keep their variant"))
  }

  @Test func `one that names its winner is to go on, which is refused`() throws {
    let longer = rolledOut.replacing("status: stopped", by: "status: running", in: annual)
      .replacing("end: 2026-11-20", by: "end: 2026-12-20", in: annual)
    let found = breaches(from: try rolledOut.load(), to: try longer.load(), at: today)
    #expect(found.map(\.code) == [.scheduleChanged])
    #expect(found.map(\.severity) == [.error])
  }

  @Test func `other changes that come with it are judged as always`() throws {
    let head = Folder.lumen.replacing("seed: 7f3a9c21", by: "seed: 00000001", in: annual)
    let found = breaches(from: try rolledOut.load(), to: try head.load(), at: today)
    #expect(Set(found.map(\.code)) == [.staysEnded, .frozenChanged])
  }

  @Test func `what is served is the file with the status and the end of before`() throws {
    let base = try rolledOut.load()
    let decided = base.decidedPhases(at: today)
    #expect(Set(decided.map(\.experiment)) == ["annual-trial", "won"])
    let (served, warnings) = try Folder.lumen.load().keepingEnded(decided, at: today)
    #expect(warnings.map(\.code) == [.staysEnded])
    let experiment = try #require(served.experiments["annual-trial"])
    #expect(experiment.status == .stopped)
    #expect(experiment.schedule == base.experiments["annual-trial"]?.schedule)
    #expect(experiment.after == .keep && experiment.winner == nil)
    #expect(breaches(from: base, to: served, at: today).allSatisfy { $0.severity == .warning })
  }

  @Test func `an override that allows it lets the experiment go on`() throws {
    let base = try rolledOut.load()
    let change = OverridableChange(
      of: "annual-trial", from: base, to: try Folder.lumen.load(), at: today)
    let digest = try #require(change?.digest)
    let head = try Folder.lumen.replacing(
      "metrics:",
      by: "override: { phase: 1, digest: \(digest), reason: It was a mistake }\nmetrics:",
      in: annual
    ).load()
    let found = breaches(from: base, to: head, at: today)
    #expect(found.map(\.code) == [.scheduleChanged])
    #expect(found.first?.message.hasSuffix("the override allows it: It was a mistake") == true)
    let (served, warnings) = head.keepingEnded(base.decidedPhases(at: today), at: today)
    #expect(warnings == [] && served.experiments["annual-trial"]?.status == .running)
  }
}
