internal import PaywallCatalog
internal import YAMLText

enum PlacementsFileKey: String, FileKey { case placements, fallback }

enum PlacementKey: String, FileKey {
  case rules, `default`

  static var ofText: Self? { .default }

  static func help(for key: String) -> String? {
    let ofRules: Set = ["country", "language", "locale", "audience", "paywall", "show", "if"]
    guard ofRules.contains(key) else { return nil }
    return "write a rule for the others: 'rules: [{ audience: { country: FR }, show: lite }]'"
  }
}

enum RuleKey: String, FileKey {
  case audience, show, from, until, visibility

  static let otherWords = [
    "if": Self.audience, "when": .audience, "for": .audience, "who": .audience,
    "paywall": .show, "then": .show,
  ]

  static func help(for key: String) -> String? {
    switch key {
    case "start": "write 'from'"
    case "end": "write 'until'"
    case "window", "schedule": "write 'from' and 'until' here, without '\(key)'"
    default: nil
    }
  }
}

/// A placement with the places of its rules.
struct DeclaredPlacement {
  var value: Placement
  var rules: [Places<RuleKey>]
}

/// The declarations of `targeting/placements.yaml`.
struct PlacementsFile {
  let placements: NamedValues<DeclaredPlacement>
  let fallback: Show?

  init(_ file: MappingReader<PlacementsFileKey>) {
    placements = file.named(
      .placements, "placements", usedBy: .placement,
      "The places in the app that ask for a paywall.",
      help: "write 'placements:' and below it at least one", of: DeclaredPlacement.placement)
    fallback = file.required(
      .fallback, .show, "The paywall of an unknown placement.",
      help: "name the paywall that an unknown placement gets, or write 'fallback: nothing'")
  }
}

extension DeclaredPlacement {
  fileprivate static func placement(_ name: EntityName) -> NodeDecoder<DeclaredPlacement> {
    .mapping("a placement", named: name.range) { (keys: MappingReader<PlacementKey>) in
      let rules = keys.optional(
        .rules, .list(of: .rule), "The first rule that matches wins; experiments come before.")
      let show = keys.required(
        .default, .show, "The paywall for all other visitors.",
        help: "name the paywall to show, or write 'default: nothing'")
      guard let show, rules != nil || !keys.has(.rules) else { return nil }
      return DeclaredPlacement(
        value: Placement(id: name.text, rules: rules?.map(\.value) ?? [], default: show),
        rules: rules?.map(\.places) ?? [])
    }
  }
}

extension NodeDecoder where Value == Declared<Placement.Rule, RuleKey> {
  fileprivate static var rule: NodeDecoder {
    .mapping("a rule") { (keys: MappingReader<RuleKey>) in
      let audience = keys.required(
        .audience, .condition, "The visitors of the rule: an audience, or a condition.",
        help: "say whom it is for; 'audience: everyone' is all")
      let show = keys.required(
        .show, .show, "The paywall that they see, or nothing.",
        help: "name the paywall to show, or write 'show: nothing'")
      let window = TimeWindow(keys, .from, .until)
      let visibility: Visibility? = keys.optional(
        .visibility, .choice,
        "Whether it is published; by default if its audience is public and it has no 'from'.")
      guard let audience, let show else { return nil }
      return Declared(
        Placement.Rule(audience: audience, show: show, window: window, visibility: visibility),
        keys.places)
    }
  }
}
