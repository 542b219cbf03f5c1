internal import PaywallCatalog
internal import YAMLText

enum KeysFileKey: String, FileKey { case keys }

enum APIKeyKey: String, FileKey { case role, digest, accessPerDay }

typealias DeclaredKey = Declared<APIKey, APIKeyKey>

extension DeclaredKey {
  /// Reads `store/keys.yaml`.
  static func all(_ file: MappingReader<KeysFileKey>) -> [DeclaredKey] {
    file.named(
      .keys, "keys", "API keys, by a name of yours; never the keys.",
      help: "write 'keys: {}' for none", of: key
    ).values
  }

  private static func key(_ name: EntityName) -> NodeDecoder<DeclaredKey> {
    .mapping("an API key", named: name.range) { (keys: MappingReader<APIKeyKey>) in
      let role: APIKey.Role? = keys.required(
        .role, .choice,
        "Its rights: client ships in apps; server, viewer and admin are secret.",
        help: "write 'role: client' for a key that ships in apps, else server or admin")
      let digest = keys.required(
        .digest, .digest, "The digest that 'paywall key create' prints.",
        help: "write the digest that 'paywall key create' prints")
      let accessPerDay = keys.optional(
        .accessPerDay, .integer(0...1_000_000),
        "The records of access that a server key may give by hand a day; 100 without it.")
      guard let role, let digest else { return nil }
      return DeclaredKey(
        APIKey(
          name: name.text, role: role, digest: digest,
          accessPerDay: accessPerDay.map { Int(clamping: $0) }), keys.places)
    }
  }
}
