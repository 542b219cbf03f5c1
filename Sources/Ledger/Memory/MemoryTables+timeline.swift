import Catalog
import TextCoding

extension MemoryTables {
  func timeline() -> Timeline { served }

  mutating func add(_ release: TimelineRelease) {
    guard !served.releases.contains(where: { $0.release == release.release }) else { return }
    served.releases.append(release)
  }

  mutating func add(_ event: TimelineEvent) { served.events.append(event) }

  mutating func replaceTerms(of experiment: String, phase: Int, with terms: FrozenTerms) {
    phases[Phase(experiment: UTF8Key(experiment), number: phase)]?.terms = terms
  }
}
