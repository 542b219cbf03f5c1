internal import PaywallCatalog
internal import YAMLText

enum LayersFileKey: String, FileKey { case holdout, layers }

enum HoldoutKey: String, FileKey { case share, unit, seed }

enum LayerKey: String, FileKey { case unit, seed }

typealias DeclaredHoldout = Declared<Holdout, HoldoutKey>
typealias DeclaredLayer = Declared<Layer, LayerKey>

/// The declarations of `targeting/layers.yaml`.
struct LayersFile {
  let holdout: DeclaredHoldout?
  let layers: NamedValues<DeclaredLayer>

  init(_ file: MappingReader<LayersFileKey>) {
    let name = file.places.range(ofKey: .holdout)
    holdout = file.optional(
      .holdout, .mapping("the holdout", named: name, DeclaredHoldout.init),
      "Visitors who are in no experiment at all.")
    layers = file.named(
      .layers, "layers", "Experiments in one layer never share a visitor.", of: DeclaredLayer.layer)
  }
}

extension DeclaredHoldout {
  fileprivate init?(_ keys: MappingReader<HoldoutKey>) {
    let share = keys.required(
      .share, .share, "The share of visitors, like 5%.",
      help: "write the share of visitors who are in no experiment, like 'share: 5%'")
    let seed = keys.seed(.seed)
    let visitor: JSONSchema = ["enum": .texts([Unit.visitor.rawValue])]
    let unit = keys.optional(
      .unit, NodeDecoder<Unit>.choice.shown(as: visitor), default: .visitor,
      "The unit to draw: always visitors.")
    if unit != .visitor, let range = keys.places.range(of: .unit) {
      keys.context.error(
        .invalidValue, at: range, "the unit of the holdout is 'visitor', not '\(unit.rawValue)'",
        help: "write 'unit: visitor', or remove the key")
    }
    guard let share, let seed else { return nil }
    self.init(Holdout(share: share, seed: seed), keys.places)
  }
}

extension DeclaredLayer {
  fileprivate static func layer(_ name: EntityName) -> NodeDecoder<DeclaredLayer> {
    .mapping("a layer", named: name.range) { (keys: MappingReader<LayerKey>) in
      let unit = keys.unit(.unit)
      guard let seed = keys.seed(.seed) else { return nil }
      return DeclaredLayer(Layer(name: name.text, unit: unit, seed: seed), keys.places)
    }
  }
}

extension MappingReader {
  func unit(_ key: Key) -> Unit {
    optional(
      key, .choice, default: .visitor,
      "The unit to draw: a visitor, a signed-in user, or an installation.")
  }

  fileprivate func seed(_ key: Key) -> String? {
    required(
      key, .seed, seedSentence,
      help: "write eight random hexadecimal digits that no other seed has")
  }
}

let seedSentence = "Written by the commands; changing it re-assigns all visitors."
