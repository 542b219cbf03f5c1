internal import PaywallCatalog

extension JSONSchema {
  /// `store/webhooks.yaml`.
  static var webhooks: JSONSchema {
    .object(WebhooksFileKey.self, required: [.endpoints]) { key in
      switch key {
      case .endpoints:
        .map(named: .name, to: endpoint).described("Receivers of events, by a name of yours.")
      }
    }
  }

  private static var endpoint: JSONSchema {
    .object(WebhookKey.self, required: [.url, .secret]) { key in
      switch key {
      case .url:
        .text(Patterns.webhookURL, atMost: 2_000)
          .described("Where events are sent: https, or http on this machine.")
      case .format:
        anything.with("enum", .texts([WebhookEndpoint.format]))
          .byDefault(.text(WebhookEndpoint.format)).described("The form of Standard Webhooks.")
      case .events:
        .list(of: .choice(WebhookEventType.self), atLeast: 1)
          .described("The events to send; all without the key.")
      case .environments:
        .list(of: .choice(AppStoreEnvironment.self), atLeast: 1)
          .described("The environments whose events are sent; production without the key.")
      case .secret:
        .anyOf([secretPlace, secretPlaces])
          .described("The place of its secret, or of both while one rotates; never the secret.")
      case .history:
        .boolean.byDefault(.boolean(false))
          .described("true: send also what was more than a day old when it came, or was imported.")
      case .privateAddresses:
        .boolean.byDefault(.boolean(false))
          .described("true: the host may have addresses of a private network.")
      }
    }
  }

  private static var secretPlaces: JSONSchema {
    .list(of: secretPlace, atLeast: 1)
      .with("maxItems", .integer(Int64(WebhookEndpoint.mostSecrets)))
  }

  private static var secretPlace: JSONSchema {
    .text("^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$").examples(["env:PAYWALL_WEBHOOK_SECRET"])
  }
}
