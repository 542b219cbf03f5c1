internal import PaywallCatalog
internal import YAMLText

enum WebhooksFileKey: String, FileKey { case endpoints }

enum WebhookKey: String, FileKey {
  case url, format, events, environments, secret, history, privateAddresses
}

extension WebhookEndpoint {
  /// Each event is written once for each endpoint.
  static let mostEndpoints = 20

  /// Reads `store/webhooks.yaml`.
  static func all(in root: Node, _ context: DecodingContext) -> [WebhookEndpoint] {
    guard let file = MappingReader<WebhooksFileKey>(root, context, as: "webhooks.yaml") else {
      return []
    }
    if !file.has(.endpoints) {
      file.reportMissing(.endpoints, help: "write 'endpoints: {}' for none")
    }
    context.refuseMore(than: mostEndpoints, "endpoints", in: file.node(.endpoints))
    return file.members(.endpoints, what: "endpoints").compactMap { WebhookEndpoint($0, context) }
  }

  private init?(_ entry: NamedNode, _ context: DecodingContext) {
    guard
      let keys = MappingReader<WebhookKey>(
        entry.node, context, as: "an endpoint", named: entry.range)
    else { return nil }
    let url = keys.required(
      .url, .webhookURL, help: "write where events are sent, like 'url: https://example.com/hooks'")
    let secrets = keys.required(
      .secret, .webhookSecrets,
      help: "write where its secret stands, like 'secret: env:PAYWALL_WEBHOOK_SECRET'")
    // There is one format; another is an error.
    _ = keys.optional(.format, .webhookFormat)
    let events: [WebhookEventType]? = keys.optional(
      .events, .some(of: .choice, help: "name at least one, or remove the key for all"))
    let environments: [AppStoreEnvironment] =
      keys.optional(
        .environments, .some(of: .choice, help: "name at least one, or remove the key"))
      ?? [.production]
    let takesHistory = keys.optional(.history, .boolean) ?? false
    let mayBePrivate = keys.optional(.privateAddresses, .boolean) ?? false
    guard let url, let secrets else { return nil }
    self.init(
      name: entry.name, url: url,
      events: WebhookEventType.allCases.filter { events?.contains($0) ?? true },
      environments: AppStoreEnvironment.allCases.filter(environments.contains), secrets: secrets,
      takesHistory: takesHistory, mayBePrivate: mayBePrivate)
  }
}

extension NodeDecoder where Value == WebhookURL {
  fileprivate static var webhookURL: NodeDecoder {
    NodeDecoder { node, context in
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

extension NodeDecoder where Value == String {
  fileprivate static var webhookFormat: NodeDecoder {
    NodeDecoder { node, context in
      let usual = WebhookEndpoint.format
      guard let text = node.text(as: "a format", example: usual, context) else { return nil }
      if text == usual { return text }
      context.error(
        .invalidValue, at: node.range,
        WebhookEndpoint.laterFormats.contains(text)
          ? "the format '\(text)' does not exist yet" : "there is no format '\(text.shortened)'",
        help: "write \(usual), or remove the key")
      return nil
    }
  }
}

extension NodeDecoder where Value == [SecretPlace] {
  /// One place, or a list of two while a secret rotates.
  fileprivate static var webhookSecrets: NodeDecoder {
    NodeDecoder { node, context in
      guard node.items != nil else {
        return NodeDecoder<SecretPlace>.secretPlace.decode(node, context).map { [$0] }
      }
      context.refuseMore(than: WebhookEndpoint.mostSecrets, "secrets", in: node)
      return NodeDecoder.some(
        of: .secretPlace, help: "name the place of one secret, or of two while one rotates"
      ).decode(node, context)
    }
  }
}

extension NodeDecoder where Value == SecretPlace {
  /// A wrong text is not quoted, because it may be a secret.
  fileprivate static var secretPlace: NodeDecoder {
    NodeDecoder { node, context in
      let example = "env:PAYWALL_WEBHOOK_SECRET"
      guard let text = node.text(as: "the place of a secret", example: example, context) else {
        return nil
      }
      if let place = SecretPlace(text) { return place }
      context.error(
        .invalidValue, at: node.range,
        text.hasPrefix("whsec_")
          ? "a secret stands in the file" : "this is not the place of a secret",
        help: "write \(example), or file:/run/secrets/webhook; if this is a secret, "
          + "replace it, because the file has shown it")
      return nil
    }
  }
}
