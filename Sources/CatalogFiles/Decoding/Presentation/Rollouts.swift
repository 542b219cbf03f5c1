internal import PaywallCatalog
internal import YAMLText

enum RolloutKey: String, FileKey { case variant, after, defaults }

extension Rollout {
  /// Reads `{ variant: trial, after: keep, defaults: { export: standard } }`, which
  /// `paywall experiment rollout` writes. The paywalls and placements that it names may be gone.
  init?(_ keys: MappingReader<RolloutKey>) {
    let variant = keys.required(
      .variant, .text, "The variant that placements have shown since.",
      help: "'paywall experiment rollout' writes which variant it showed")
    let after: AfterEnd? = keys.optional(.after, .choice, "The earlier value of 'after'.")
    let defaults = keys.optional(
      .defaults, .defaults, "The earlier default of each placement.")
    guard let variant else { return nil }
    self.init(variant: variant, after: after, defaults: defaults ?? [:])
  }
}

extension NodeDecoder where Value == [String: String] {
  fileprivate static var defaults: NodeDecoder {
    let text = NodeDecoder<String>.text
    return NodeDecoder(in: { .map(named: .name, to: text.schema($0)) }) { node, context in
      let defaults = (node.entries ?? []).compactMap { entry in
        text.decode(entry.value, context).map { (entry.key, $0) }
      }
      return Dictionary(defaults, uniquingKeysWith: { first, _ in first })
    }
  }
}
