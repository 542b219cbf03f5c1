internal import PaywallCatalog
internal import YAMLText

enum OverrideKey: String, FileKey { case phase, digest, reason }

extension PhaseOverride {
  /// Reads `{ phase: 1, digest: …, reason: … }`, which `paywall experiment override` writes.
  init?(_ keys: MappingReader<OverrideKey>) {
    let help = "'paywall experiment override' writes it"
    let digest = NodeDecoder<String>.text(
      "the digest of an override", example: "9c1f04d2a37be85610f2c4d6e8a0b1c3",
      .plain(Patterns.override), where: Self.isDigest)
    let phase = keys.required(
      .phase, .integer(1...1_000_000), "The phase that it is for.", help: help)
    let allowed = keys.required(
      .digest, digest, "The digest of exactly the change that it allows.", help: help)
    let reason = keys.required(
      .reason, .text, "The reason for the change; the ledger keeps it.",
      help: "say why the change is meant")
    guard let phase, let allowed, let reason else { return nil }
    self.init(phase: phase, digest: allowed, reason: reason)
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 32 && text.isLowerCaseHexadecimal
  }
}
