import Bundles
import Catalog

/// What of a configuration leaves the server, and what does not.
struct PublicityCard: Encodable {
  var entries: [Entry]
  var partialPlacements: [String]
  var bytes: Int

  struct Entry: Encodable {
    var kind: String
    var name: String
    var isPublic: Bool
    var why: String
  }

  init(_ whole: Snapshot) {
    let published = PublishedSnapshot(whole)
    let part = published.snapshot
    entries = []
    partialPlacements = published.partialPlacements.sorted()
    bytes = published.bundleJSON.count
    for id in whole.placements.keys.sorted() {
      let (all, left) = (whole.placements[id]?.rules.count, part.placements[id]?.rules.count)
      let (rules, open) = (all ?? 0, left ?? 0)
      add(
        "placement", id, true,
        rules == 0 ? "no rules" : "\(open) of \(rules) rules; the rest name something private")
      if rules == open, rules > 0 { entries[entries.count - 1].why = "with all its rules" }
    }
    for id in whole.experiments.keys.sorted() {
      guard let experiment = whole.experiments[id] else { continue }
      add("experiment", id, part.experiments[id] != nil, Self.why(experiment, part))
    }
    for name in whole.audiences.keys.sorted() {
      let isPublic = part.audiences[name] != nil
      let isOpen = whole.audiences[name]?.visibility == .public
      add(
        "audience", name, isPublic,
        isPublic ? "something public names it" : isOpen ? "nothing public names it" : "private")
    }
    for id in whole.paywalls.keys.sorted() {
      let isPublic = part.paywalls[id] != nil
      add(
        "paywall", id, isPublic,
        isPublic ? "something public shows it" : "nothing public shows it")
    }
  }

  private mutating func add(_ kind: String, _ name: String, _ isPublic: Bool, _ why: String) {
    entries.append(Entry(kind: kind, name: name, isPublic: isPublic, why: why))
  }

  private static func why(_ experiment: Experiment, _ part: Snapshot) -> String {
    switch experiment.status {
    case .draft: "a draft decides nothing"
    case .archived: "archived"
    case .running, .paused, .stopped:
      if part.experiments[experiment.id] != nil {
        "visibility is public"
      } else if experiment.visibility == .private {
        "visibility is private"
      } else {
        "its audience is private"
      }
    }
  }
}
