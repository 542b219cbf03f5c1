import PaywallTextCoding
import Serving

@testable import Ledger

extension OracleTables {
  func timeline() -> Timeline { servedTimeline }

  mutating func add(_ release: TimelineRelease) {
    guard !servedTimeline.releases.contains(where: { $0.release == release.release }) else {
      return
    }
    servedTimeline.releases.append(release)
  }

  mutating func add(_ event: TimelineEvent) { servedTimeline.events.append(event) }

  mutating func replaceTerms(of experiment: String, phase: Int, with terms: FrozenTerms) {
    phases[Phase(experiment: UTF8Key(experiment), number: phase)]?.terms = terms
  }
}
