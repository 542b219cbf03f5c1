internal import PaywallCatalog
internal import YAMLText

enum KeysFileKey: String, FileKey { case keys }

enum APIKeyKey: String, FileKey { case role, digest }

typealias DeclaredKey = Declared<APIKey, APIKeyKey>

extension DeclaredKey {
  /// Reads `store/keys.yaml`.
  static func all(in root: Node, _ context: DecodingContext) -> [DeclaredKey] {
    guard let file = MappingReader<KeysFileKey>(root, context, as: "keys.yaml") else { return [] }
    if !file.has(.keys) { file.reportMissing(.keys, help: "write 'keys: {}' for none") }
    return file.members(.keys, what: "keys").compactMap { DeclaredKey($0, context) }
  }

  private init?(_ entry: NamedNode, _ context: DecodingContext) {
    guard
      let keys = MappingReader<APIKeyKey>(entry.node, context, as: "an API key", named: entry.range)
    else { return nil }
    let role: APIKey.Role? = keys.required(
      .role, .choice,
      help: "write 'role: client' for a key that ships in apps, else server or admin")
    let digest = keys.required(
      .digest, .digest, help: "write the digest that 'paywall key create' prints")
    guard let role, let digest else { return nil }
    self.init(APIKey(name: entry.name, role: role, digest: digest), keys.places)
  }
}
