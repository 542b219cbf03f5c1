#if Server
/// A receiver of webhooks, from `store/webhooks.yaml`.
package struct WebhookEndpoint: Hashable, Sendable {
  package var name: String
  package var url: WebhookURL
  package var format: WebhookFormat
  /// In the order of `WebhookEventType`; all if the file names none.
  package var events: [WebhookEventType]
  package var environments: [AppStoreEnvironment]
  /// The audience of the customers whose events it gets; `nil` for every event, also those
  /// without a customer.
  package var audience: String?
  /// The places of one secret, or of two while one rotates.
  package var secrets: [SecretPlace]
  /// The place of the header of this name, in RevenueCat's format.
  package var authorization: SecretPlace?
  /// Whether it gets historical events too.
  package var takesHistory: Bool
  /// Whether its host may have addresses of a private network.
  package var mayBePrivate: Bool

  package static let mostSecrets = 2

  package init(
    name: String, url: WebhookURL, format: WebhookFormat = .standard,
    events: [WebhookEventType] = WebhookEventType.allCases,
    environments: [AppStoreEnvironment] = [.production], audience: String? = nil,
    secrets: [SecretPlace],
    authorization: SecretPlace? = nil,
    takesHistory: Bool = false, mayBePrivate: Bool = false
  ) {
    self.name = name
    self.url = url
    self.format = format
    self.events = events
    self.environments = environments
    self.audience = audience
    self.secrets = secrets
    self.authorization = authorization
    self.takesHistory = takesHistory
    self.mayBePrivate = mayBePrivate
  }
}

/// The place of a secret, never the secret itself.
package enum SecretPlace: Hashable, Sendable, CustomStringConvertible {
  case file(String)
  case environment(String)

  /// The beginnings of secrets of Standard Webhooks.
  package static let secretPrefixes = ["whsec_", "whsk_"]

  /// `file:PATH` or `env:NAME`.
  package init?(_ text: String) {
    if let path = text.rest(after: "file:"), !path.isEmpty {
      self = .file(path)
    } else if let name = text.rest(after: "env:"), Self.isVariable(name) {
      self = .environment(name)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .file(let path): "file:\(path)"
    case .environment(let name): "env:\(name)"
    }
  }

  private static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        || $0 == 0x5F
    }
  }
}

extension String {
  fileprivate func rest(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
#endif
