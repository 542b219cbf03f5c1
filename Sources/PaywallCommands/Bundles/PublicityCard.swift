import PaywallAPI
import PaywallBundles
import PaywallCatalog

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
      let rules = whole.placements[id]?.rules ?? []
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
      } else {
        "its audience is private"
      }
    }
  }
}

extension PublicityCard {
  static let schema = Schema.object([
    .always(
      "entries",
      .list(
        of: .object([
          .always("kind", .text), .always("name", .text), .always("isPublic", .boolean),
          .always("why", .text),
        ]))),
    .always(
      "partialPlacements", .list(of: .text),
      "Where the server may answer otherwise, because something is private."),
    .always("bytes", .count, "What leaves the server."),
  ])
}
