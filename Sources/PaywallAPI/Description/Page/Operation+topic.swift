extension Operation.Topic {
  var anchor: String {
    switch self {
    case .decisions: "decisions"
    case .offers: "offers"
    case .customers: "customers"
    case .experiments: "experiments"
    case .offline: "offline"
    case .openProtocols: "open-protocols"
    case .operating: "operating"
    case .description: "this-description"
    }
  }

  /// The aim of a reader who opens the chapter.
  var purpose: String {
    switch self {
    case .decisions: "To load the products, and to learn which paywall to show."
    case .offers: "To learn which offers a customer may have, and to have one signed."
    case .customers: "To know what a customer bought, and to forget a person."
    case .experiments: "To report what was shown, and to join the ids of a person."
    case .offline: "To decide on the device, without asking at each placement."
    case .openProtocols: "To ask with an SDK of OpenFeature or GrowthBook."
    case .operating: "To watch the service, explain its decisions and preview what comes."
    case .description: "To read this page, or to generate a client."
    }
  }
}
