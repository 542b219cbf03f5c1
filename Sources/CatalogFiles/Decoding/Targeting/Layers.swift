internal import PaywallCatalog
internal import YAMLText

enum LayersFileKey: String, FileKey { case holdout, layers }

enum HoldoutKey: String, FileKey { case share, unit, seed }

enum LayerKey: String, FileKey { case unit, seed }

typealias DeclaredHoldout = Declared<Holdout, HoldoutKey>
typealias DeclaredLayer = Declared<Layer, LayerKey>

/// What `targeting/layers.yaml` declares.
struct LayersFile {
  var holdout: DeclaredHoldout?
  var layers: [DeclaredLayer] = []
  /// Names, including those of layers with mistakes.
  var names: Set<String> = []

  init(_ root: Node, _ context: DecodingContext) {
    guard let file = MappingReader<LayersFileKey>(root, context, as: "layers.yaml") else { return }
    holdout = file.node(.holdout).flatMap { DeclaredHoldout($0, context, file.places) }
    let entries = file.members(.layers, what: "layers")
    names = Set(entries.map(\.name))
    layers = entries.compactMap { DeclaredLayer($0, context) }
  }
}

extension DeclaredHoldout {
  fileprivate init?(_ node: Node, _ context: DecodingContext, _ file: Places<LayersFileKey>) {
    let name = file.range(ofKey: .holdout)
    guard let keys = MappingReader<HoldoutKey>(node, context, as: "the holdout", named: name)
    else { return nil }
    let share = keys.required(
      .share, .share, help: "write the share of visitors who are in no experiment, like 'share: 5%'"
    )
    let seed = keys.required(.seed, .seed, help: newSeed)
    let unit: Unit? = keys.optional(.unit, .choice)
    if let unit, unit != .visitor, let range = keys.places.range(of: .unit) {
      context.error(
        .invalidValue, at: range, "the unit of the holdout is 'visitor', not '\(unit.rawValue)'",
        help: "write 'unit: visitor', or remove the key")
    }
    guard let share, let seed else { return nil }
    self.init(Holdout(share: share, seed: seed), keys.places)
  }
}

extension DeclaredLayer {
  fileprivate init?(_ entry: NamedNode, _ context: DecodingContext) {
    guard let keys = MappingReader<LayerKey>(entry.node, context, as: "a layer", named: entry.range)
    else { return nil }
    let unit: Unit? = keys.optional(.unit, .choice)
    let seed = keys.required(.seed, .seed, help: newSeed)
    guard let seed else { return nil }
    self.init(Layer(name: entry.name, unit: unit ?? .visitor, seed: seed), keys.places)
  }
}

private let newSeed = "write eight random hexadecimal digits that no other seed has"
