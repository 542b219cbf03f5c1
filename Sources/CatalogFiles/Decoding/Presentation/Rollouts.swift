internal import PaywallCatalog
internal import YAMLText

enum RolloutKey: String, FileKey { case variant, after, defaults }

extension Rollout {
  /// Reads `{ variant: trial, after: keep, defaults: { export: standard } }`, which
  /// `paywall experiment rollout` writes. The paywalls and placements that it names may be gone.
  init?(_ node: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<RolloutKey>(node, context, as: "a roll-out"),
      let variant = keys.required(
        .variant, .text, help: "'paywall experiment rollout' writes which variant it showed")
    else { return nil }
    let defaults = (keys.node(.defaults)?.entries ?? []).compactMap { entry in
      NodeDecoder<String>.text.decode(entry.value, context).map { (entry.key, $0) }
    }
    self.init(
      variant: variant, after: keys.optional(.after, .choice),
      defaults: Dictionary(defaults, uniquingKeysWith: { first, _ in first }))
  }
}
