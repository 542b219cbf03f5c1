internal import PaywallCatalog
internal import YAMLText

enum WebhooksFileKey: String, FileKey { case endpoints }

enum WebhookKey: String, FileKey {
  case url, format, events, environments, audience, secret, authorization, history, privateAddresses
}

extension WebhookEndpoint {
  /// Each event is written once for each endpoint.
  static let mostEndpoints = 20
  fileprivate static let secretExample = "env:PAYWALL_WEBHOOK_SECRET"

  /// Reads `store/webhooks.yaml`.
  static func all(_ file: MappingReader<WebhooksFileKey>) -> [WebhookEndpoint] {
    file.context.refuseMore(than: mostEndpoints, "endpoints", in: file.node(.endpoints))
    return file.named(
      .endpoints, "endpoints", "Receivers of events, by a name of yours.",
      help: "write 'endpoints: {}' for none", of: endpoint
    ).values
  }

  private static func endpoint(_ name: EntityName) -> NodeDecoder<WebhookEndpoint> {
    .mapping("an endpoint", named: name.range) { (keys: MappingReader<WebhookKey>) in
      let url = keys.required(
        .url, .webhookURL, "The URL that events are sent to: https, or http on this machine.",
        help: "write where events are sent, like 'url: https://example.com/hooks'")
      let secrets = keys.required(
        .secret, .webhookSecrets,
        "The place of its secret, or of both while one rotates; never the secret.",
        help: "write where its secret stands, like 'secret: env:PAYWALL_WEBHOOK_SECRET'")
      let format: WebhookFormat = keys.optional(
        .format, .choice, default: .standard,
        "Standard Webhooks, CloudEvents in binary mode, or the bodies of RevenueCat's webhooks.")
      let authorization = keys.optional(
        .authorization, .secretPlace("env:PAYWALL_WEBHOOK_AUTHORIZATION"),
        "The place of the header Authorization, in the format revenuecat.")
      if format != .revenuecat, let node = keys.node(.authorization) {
        keys.context.error(
          .invalidValue, at: node.range, "only RevenueCat's format has this header",
          help: "write 'format: revenuecat', or remove the key")
      }
      let events: [WebhookEventType]? = keys.optional(
        .events, .some(of: .choice, help: "name at least one, or remove the key for all"),
        "The events to send; all without the key.")
      if let node = keys.node(.events),
        let other = events?.first(where: { !format.events.contains($0) })
      {
        keys.context.error(
          .invalidValue, at: node.range,
          "the format \(format.rawValue) has no event for \(other.rawValue)",
          help: "remove it, or give another endpoint the format standard")
      }
      let audience = keys.optional(
        .audience, .reference(.audience),
        "Only events about customers in this audience, by what the ledger knows of them.")
      if audience != nil, let node = keys.node(.events),
        let other = events?.first(where: { !$0.isAboutCustomer })
      {
        keys.context.error(
          .contradiction, at: node.range,
          "\(other.rawValue) is about no customer, so no audience has it",
          help: "remove it, or give it to another endpoint without 'audience'")
      }
      let environments: [AppStoreEnvironment] =
        keys.optional(
          .environments, .some(of: .choice, help: "name at least one, or remove the key"),
          "The environments whose events are sent; production without the key.")
        ?? [.production]
      let takesHistory = keys.optional(
        .history, .boolean.shown(as: .boolean), default: false,
        "true: also send events that were imported, or more than a day old on arrival.")
      let mayBePrivate = keys.optional(
        .privateAddresses, .boolean.shown(as: .boolean), default: false,
        "true: the host may have addresses of a private network.")
      guard let url, let secrets else { return nil }
      return WebhookEndpoint(
        name: name.text, url: url, format: format,
        events: format.events.filter {
          events?.contains($0) ?? (audience == nil || $0.isAboutCustomer)
        },
        environments: AppStoreEnvironment.allCases.filter(environments.contains),
        audience: audience, secrets: secrets,
        authorization: authorization, takesHistory: takesHistory, mayBePrivate: mayBePrivate)
    }
  }
}

extension NodeDecoder where Value == WebhookURL {
  fileprivate static var webhookURL: NodeDecoder {
    NodeDecoder(.text(Patterns.webhookURL, atMost: 2_000)) { node, context in
      let example = "https://example.com/hooks"
      guard let text = node.text(as: "a URL", example: example, context) else { return nil }
      do throws(WebhookURL.Mistake) {
        return try WebhookURL(text)
      } catch {
        context.error(
          .invalidValue, at: node.range, "this URL \(error.words)",
          help: "write an address like \(example); http:// is for this machine alone, like "
            + "http://127.0.0.1:4000/hooks")
        return nil
      }
    }
  }
}

extension NodeDecoder where Value == [SecretPlace] {
  /// One place, or a list of two while a secret rotates.
  fileprivate static var webhookSecrets: NodeDecoder {
    let place = NodeDecoder<SecretPlace>.secretPlace(WebhookEndpoint.secretExample)
    let places = NodeDecoder.some(
      of: place, help: "name the place of one secret, or of two while one rotates")
    let most = WebhookEndpoint.mostSecrets
    return NodeDecoder(in: { folder in
      .anyOf([
        place.schema(folder), places.schema(folder).with("maxItems", .integer(Int64(most))),
      ])
    }) { node, context in
      guard node.items != nil else { return place.decode(node, context).map { [$0] } }
      context.refuseMore(than: most, "secrets", in: node)
      return places.decode(node, context)
    }
  }
}

extension NodeDecoder where Value == SecretPlace {
  /// A wrong text is not quoted, because it may be a secret.
  static func secretPlace(_ example: String) -> NodeDecoder {
    NodeDecoder(
      .text("^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$").examples([example])
    ) { node, context in
      guard let text = node.text(as: "the place of a secret", example: example, context) else {
        return nil
      }
      if let place = SecretPlace(text) { return place }
      context.error(
        .invalidValue, at: node.range,
        SecretPlace.secretPrefixes.contains(where: text.hasPrefix)
          ? "a secret stands in the file" : "this is not the place of a secret",
        help: "write \(example), where env: is a variable and file: a file; if this is a secret, "
          + "replace it, because the file has shown it")
      return nil
    }
  }
}
