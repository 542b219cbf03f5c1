internal import PaywallCatalog
internal import YAMLText

enum OverrideKey: String, FileKey { case phase, digest, reason }

extension PhaseOverride {
  /// Reads `{ phase: 1, digest: …, reason: … }`, which `paywall experiment override` writes.
  init?(_ node: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<OverrideKey>(node, context, as: "an override") else {
      return nil
    }
    let help = "'paywall experiment override' writes it"
    let digest = NodeDecoder<String>.text(
      "the digest of an override", example: "9c1f04d2a37be85610f2c4d6e8a0b1c3", where: Self.isDigest
    )
    let phase = keys.required(.phase, .integer(1...1_000_000), help: help)
    let allowed = keys.required(.digest, digest, help: help)
    let reason = keys.required(.reason, .text, help: "say why the change is meant")
    guard let phase, let allowed, let reason else { return nil }
    self.init(phase: phase, digest: allowed, reason: reason)
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 32 && text.isLowerCaseHexadecimal
  }
}
