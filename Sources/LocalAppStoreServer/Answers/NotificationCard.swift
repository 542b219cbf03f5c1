import LocalAppStore
import PaywallCatalog

/// A notification with the attempts to deliver it.
package struct NotificationCard: Codable, Hashable, Sendable {
  package var uuid: String
  package var type: String
  package var subtype: String?
  /// RFC 3339, by the clock of the world.
  package var signed: String
  /// Absent from news of the whole app.
  package var customer: String?
  /// Absent from news of the whole app.
  package var transaction: String?
  /// At most six; none without an address to deliver to.
  package var attempts: [AttemptCard]
  /// The faults that were injected; `nil` for none.
  package var faults: [FaultCard]?

  /// An attempt, as in Apple's `sendAttempts`.
  package struct AttemptCard: Codable, Hashable, Sendable {
    package var date: String
    package var result: String
  }

  package struct FaultCard: Codable, Hashable, Sendable {
    package var date: String
    /// `lost`, `late`, `outOfOrder`, `doubled`, `unavailable`, `held`, or the kind of the forgery:
    /// `brokenSignature`, `otherRoot`, `truncated`, `otherApp`.
    package var fault: String
    /// The server's answer to the second copy or to the forgery.
    package var result: String?
  }

  init(_ delivery: DeliveryQueue.Delivery) {
    let notification = delivery.notification
    uuid = notification.uuid
    type = notification.type.rawValue
    subtype = notification.subtype?.rawValue
    signed = notification.signedDate.rfc3339
    customer = notification.customer?.id
    transaction = notification.transaction?.transactionId
    attempts = delivery.attempts.map {
      AttemptCard(date: $0.date.rfc3339, result: $0.result.rawValue)
    }
    guard !delivery.faults.isEmpty else { return }
    faults = delivery.faults.map {
      FaultCard(date: $0.date.rfc3339, fault: $0.kind.word, result: $0.result?.rawValue)
    }
  }
}

extension DeliveryQueue.InjectedFault.Kind {
  fileprivate var word: String {
    switch self {
    case .forged(let forgery): forgery.rawValue
    case .lost, .late, .outOfOrder, .doubled, .unavailable, .held: "\(self)"
    }
  }
}
