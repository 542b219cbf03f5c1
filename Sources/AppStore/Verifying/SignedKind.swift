/// The kinds of texts that Apple signs. Each is told apart by members that the others do not have.
enum SignedKind: CaseIterable {
  case transaction, renewalInfo, notification, appTransaction, realtimeRequest

  /// The kind that came; `nil` for a payload without any member that tells.
  init?(of payload: JSONObject) {
    func hasAny(_ names: String...) -> Bool { names.contains { !payload.lacks($0) } }
    if hasAny("notificationType", "notificationUUID") {
      self = .notification
    } else if hasAny("receiptType", "receiptCreationDate") {
      self = .appTransaction
    } else if hasAny("transactionId") {
      self = .transaction
    } else if hasAny("requestIdentifier") {
      self = .realtimeRequest
    } else if hasAny("autoRenewStatus", "autoRenewProductId") {
      self = .renewalInfo
    } else if hasAny("bundleId") {
      // Transactions can lack their id. Only now: renewal info may name its app one day.
      self = .transaction
    } else if hasAny("originalTransactionId") {
      self = .renewalInfo
    } else {
      return nil
    }
  }

  /// The member that says when a text of this kind was signed.
  var dateName: String { self == .appTransaction ? "receiptCreationDate" : "signedDate" }

  /// The words in a sentence, with their article.
  var words: String {
    switch self {
    case .transaction: "a transaction"
    case .renewalInfo: "renewal info"
    case .notification: "a notification"
    case .appTransaction: "an app transaction"
    case .realtimeRequest: "a request for a retention message"
    }
  }
}

extension SignedKind {
  /// Refuses a text of another kind, before anything that it may lack.
  func check(_ found: SignedKind?) throws(Distrust) {
    guard let found, found != self else { return }
    throw Distrust(.wrongKind, "this is \(found.words), and \(words) belongs here")
  }
}
