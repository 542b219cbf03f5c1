import PaywallCatalog

extension WebhookEndpoint: Described {
  var summary: [String] { ["\(url.text): \(eventNames)"] }

  static let aspects = Aspects<WebhookEndpoint> {
    $0.value("url") { $0.url.text }
    $0.value("format") { $0.format.rawValue }
    $0.value("events") { $0.eventNames }
    $0.value("environments") { $0.environments.map(\.rawValue).joined(separator: ", ") }
    $0.value("audience") { $0.audience ?? "everyone" }
    $0.value("secret") { $0.secrets.map(\.description).joined(separator: ", ") }
    $0.value("authorization") { $0.authorization?.description ?? "none" }
    $0.value("history") { "\($0.takesHistory)" }
    $0.value("privateAddresses") { "\($0.mayBePrivate)" }
  }

  private var eventNames: String {
    events.count == format.events.count(where: { audience == nil || $0.isAboutCustomer })
      ? "all events" : events.map(\.rawValue).joined(separator: ", ")
  }
}
