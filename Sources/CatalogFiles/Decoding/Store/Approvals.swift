internal import PaywallCatalog
internal import PaywallTextCoding
internal import YAMLText

enum ApprovalsKey: String, FileKey { case files, production, sandbox }

enum RetentionStatesKey: String, FileKey { case messages, images, defaults, realtimeUrl }

/// The declarations of `store/approvals.yaml`, which `paywall retention push` and `pull` write.
struct ApprovalsFile {
  /// The identifiers of images by their files.
  var files: [String: String] = [:]
  var states: [AppStoreEnvironment: RetentionStates] = [:]

  init() {}

  init(_ file: MappingReader<ApprovalsKey>) {
    files = file.values(
      .files, "files", "The identifier at Apple of each image, made from its bytes.",
      named: "^images/[A-Za-z0-9][A-Za-z0-9._-]*\\.png$", where: isRetentionImage, .identifier)
    for (key, environment) in [
      (ApprovalsKey.production, AppStoreEnvironment.production), (.sandbox, .sandbox),
    ] {
      states[environment] = file.optional(
        key, .mapping("an environment", RetentionStates.init),
        "The states of messages and images in \(key.rawValue).")
    }
  }
}

extension RetentionStates {
  fileprivate init(_ keys: MappingReader<RetentionStatesKey>) {
    self.init(
      messages: keys.states(.messages, "messages"), images: keys.states(.images, "images"),
      defaults: Dictionary(
        keys.named(
          .defaults, "products", name: { _ in .storeIdentifier },
          isName: Names.isStoreIdentifier,
          "The messages that Apple shows by itself, by product and locale.",
          of: { product in
            NodeDecoder(
              in: { _ in
                .map(named: .text(Patterns.locale), to: .text(Patterns.identifier))
              },
              { node, context in
                let messages = (node.entries ?? []).compactMap { entry in
                  NodeDecoder<String>.identifier.decode(entry.value, context).map {
                    (entry.key, $0)
                  }
                }
                return (product.text, Dictionary(messages) { first, _ in first })
              })
          }
        ).values, uniquingKeysWith: { first, _ in first }),
      realtimeURL: keys.optional(
        .realtimeUrl, .httpsURL, "The URL that Apple asks when a customer is about to cancel."))
  }
}

extension MappingReader<RetentionStatesKey> {
  fileprivate func states(
    _ key: RetentionStatesKey, _ what: String
  ) -> [String: RetentionStates.State] {
    values(
      key, what, "The state at Apple of each identifier.", named: Patterns.identifier,
      where: isIdentifier, .choice)
  }
}

extension MappingReader {
  /// A mapping of texts of a certain form to values.
  fileprivate func values<Value>(
    _ key: Key, _ what: String, _ sentence: String, named pattern: String,
    where isName: @escaping (String) -> Bool, _ value: NodeDecoder<Value>
  ) -> [String: Value] {
    let values = named(
      key, what, name: { _ in .text(pattern) }, isName: isName, sentence,
      of: { name in value.map { (name.text, $0) } })
    return Dictionary(values.values) { first, _ in first }
  }
}

extension NodeDecoder where Value == String {
  fileprivate static var identifier: NodeDecoder {
    text(
      "an identifier", example: "0f3a1c9e-5b7d-8a21-9c44-d2e6b0a71f35",
      .text(Patterns.identifier), where: isIdentifier)
  }
}

extension Patterns {
  fileprivate static let identifier =
    "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
}

/// A UUID in lower case.
private func isIdentifier(_ text: String) -> Bool { text.isUUID && text == text.lowercased() }
