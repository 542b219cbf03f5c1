internal import PaywallCatalog

extension JSONSchema {
  /// `store/keys.yaml`.
  static var keys: JSONSchema {
    .object(KeysFileKey.self, required: [.keys]) { key in
      switch key {
      case .keys:
        .map(named: .name, to: apiKey).described("API keys, by a name of yours; never the keys.")
      }
    }
  }

  private static var apiKey: JSONSchema {
    .object(APIKeyKey.self, required: [.role, .digest]) { key in
      switch key {
      case .role:
        .choice(APIKey.Role.self)
          .described("Its rights: client ships in apps; server, viewer and admin are secret.")
      case .digest:
        .text(Patterns.digest).described("The digest that 'paywall key create' prints.")
      }
    }
  }
}
