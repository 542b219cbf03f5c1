internal import PaywallCatalog
internal import YAMLText

enum PlacementsFileKey: String, FileKey { case placements, fallback }

enum PlacementKey: String, FileKey { case rules, `default` }

enum RuleKey: String, FileKey {
  case audience, show, from, until, visibility

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

/// What `targeting/placements.yaml` declares.
struct PlacementsFile {
  var placements: [DeclaredPlacement] = []
  var fallback: Show?
  /// Names, including those of placements with mistakes.
  var names: Set<String> = []

  init(_ root: Node, _ context: DecodingContext, _ vocabulary: Vocabulary) {
    guard let file = MappingReader<PlacementsFileKey>(root, context, as: "placements.yaml") else {
      return
    }
    if !file.has(.placements) {
      file.reportMissing(.placements, help: "write 'placements:' and below it at least one")
    }
    let entries = file.members(.placements, what: "placements")
    names = Set(entries.map(\.name))
    placements = entries.compactMap {
      DeclaredPlacement($0, context.used(by: Entity(.placement, $0.name)), vocabulary)
    }
    fallback = file.required(
      .fallback, .show,
      help: "name the paywall that an unknown placement gets, or write 'fallback: nothing'")
  }
}

extension DeclaredPlacement {
  fileprivate init?(_ entry: NamedNode, _ context: DecodingContext, _ vocabulary: Vocabulary) {
    guard
      let keys = MappingReader<PlacementKey>(
        entry.node, context, as: "a placement", named: entry.range)
    else { return nil }
    let rules = keys.optional(.rules, .list(of: .rule(vocabulary)))
    let show = keys.required(
      .default, .show, help: "name the paywall to show, or write 'default: nothing'")
    guard let show, rules != nil || !keys.has(.rules) else { return nil }
    self.init(
      value: Placement(id: entry.name, rules: rules?.map(\.value) ?? [], default: show),
      rules: rules?.map(\.places) ?? [])
  }
}

extension NodeDecoder where Value == Declared<Placement.Rule, RuleKey> {
  fileprivate static func rule(_ vocabulary: Vocabulary) -> NodeDecoder {
    NodeDecoder { node, context in
      guard let keys = MappingReader<RuleKey>(node, context, as: "a rule") else { return nil }
      let audience = keys.required(
        .audience, .condition(vocabulary), help: "say whom it is for; 'audience: everyone' is all")
      let show = keys.required(
        .show, .show, help: "name the paywall to show, or write 'show: nothing'")
      let window = TimeWindow(keys, .from, .until)
      let visibility: Visibility? = keys.optional(.visibility, .choice)
      guard let audience, let show else { return nil }
      return Declared(
        Placement.Rule(audience: audience, show: show, window: window, visibility: visibility),
        keys.places)
    }
  }
}
