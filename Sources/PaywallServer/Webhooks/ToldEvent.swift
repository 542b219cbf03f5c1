package import Ledger
package import PaywallCatalog
import PaywallTextCoding

/// An event as an endpoint is told it, in whichever format.
package struct ToldEvent: Sendable {
  package let id: String
  package let type: String
  package let at: Timestamp
  /// A JSON object.
  package let data: String
  /// The marks of the event: `historical`, `afterGap`.
  package let marks: [String]

  package init(
    id: String, type: String, at: Timestamp, data: String = "{}", marks: [String] = []
  ) {
    self.id = id
    self.type = type
    self.at = at
    self.data = data
    self.marks = marks
  }

  package init(_ delivery: WebhookDelivery) {
    self.init(
      id: delivery.id, type: delivery.type, at: delivery.at, data: delivery.data,
      marks: (delivery.isHistorical ? ["historical"] : [])
        + (delivery.isAfterGap ? ["afterGap"] : []))
  }

  /// By Standard Webhooks.
  package var body: [UInt8] { WebhookRequest.body(type, at: at, marks: marks, data: data) }

  /// The messages of the event, in their order; empty if the format has no word for it.
  package func messages(_ format: WebhookFormat, in snapshot: Snapshot) -> [WebhookMessage] {
    switch format {
    case .standard:
      [WebhookMessage(id: id, body: body)]
    case .cloudevents:
      [WebhookMessage(id: id, body: Array(data.utf8), headers: cloudEvent(snapshot.app))]
    case .revenuecat: revenueCat(in: snapshot)
    }
  }

  /// The attributes of CloudEvents 1.0 in binary mode; the names of extensions are lower case.
  private func cloudEvent(_ app: App) -> [(name: String, value: String)] {
    [
      ("ce-specversion", "1.0"), ("ce-id", id), ("ce-source", "/apps/\(app.bundleId)"),
      ("ce-type", type), ("ce-time", at.rfc3339),
    ] + marks.map { ("ce-\($0.lowercased())", "true") }
  }
}

extension WebhookFormat {
  /// An answer as this format takes it: RevenueCat's knows one success.
  package func judged(_ answer: WebhookAnswer) -> WebhookAnswer {
    guard self == .revenuecat, answer.isSuccess, case .status(let status, _) = answer,
      status != 200
    else { return answer }
    return .failed("it answered \(status), and in RevenueCat's format only 200 is success")
  }
}
