import BundleWriting
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Serving

/// The parts of a configuration that leave the server, and those that do not.
struct PublicityCard: Card {
  private(set) var entries: [Entry]
  let partialPlacements: [String]
  let bytes: Int

  static let members = Members<Self> {
    $0.always("entries", .list(of: Entry.schema)) { $0.entries }
    $0.always(
      "partialPlacements", "Where the server may answer otherwise, because something is private."
    ) { $0.partialPlacements }
    $0.always("bytes", .count, "What leaves the server.") { $0.bytes }
  }

  struct Entry: Card {
    let kind: String
    let name: String
    let isPublic: Bool
    let why: String

    static let members = Members<Self> {
      $0.always("kind", .text) { $0.kind }
      $0.always("name", .text) { $0.name }
      $0.always("isPublic", .boolean) { $0.isPublic }
      $0.always("why", .text) { $0.why }
    }
  }

  init(_ whole: Snapshot) {
    let published = PublishedSnapshot(whole)
    let part = published.snapshot
    entries = []
    partialPlacements = published.partialPlacements.sorted()
    bytes = published.bundleJSON.count
    for id in whole.placements.keys.sorted() {
      let rules = whole.placements[id]?.rules ?? []
      guard part.placements[id] != nil else {
        add("placement", id, false, "Apple alone asks for it")
        continue
      }
      let open = rules.count { whole.secrecy(of: $0) == nil }
      add(
        "placement", id, true,
        rules.isEmpty
          ? "no rules"
          : open == rules.count ? "with all its rules" : "with \(open) of its \(rules.count) rules")
      for (index, rule) in rules.enumerated() {
        let secrecy = whole.secrecy(of: rule)
        add("rule", "\(id), rule \(index + 1)", secrecy == nil, Self.why(rule, secrecy))
      }
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

  private static func why(_ rule: Placement.Rule, _ secrecy: RuleSecrecy?) -> String {
    switch secrecy {
    case nil: rule.visibility == .public ? "visibility is public" : "its audience is public"
    case .own: "visibility is private"
    case .scheduled: "it has a 'from', and does not say 'visibility: public'"
    case .audience: "its audience is private"
    }
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
      } else if experiment.placements.contains(RetentionMessage.placement) {
        "Apple alone asks for its placement"
      } else {
        "its audience is private"
      }
    }
  }
}
