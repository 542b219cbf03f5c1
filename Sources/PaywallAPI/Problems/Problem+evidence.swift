package import AppStore
package import HTTPDocuments
import HTTPTypes
package import Ledger

extension Problem {
  /// A text that Apple did not sign for this app.
  package init(_ distrust: Distrust, field: String) {
    let inner = distrust.field.map { "\(field).\($0.rawValue)" }
    self.init(
      .notTrusted, distrust.detail, reason: distrust.reason.rawValue, field: inner ?? field)
  }

  package init(_ problem: EvidenceProblem) {
    switch problem {
    case .severalEnvironments:
      self.init(
        .severalEnvironments, "Send texts of one App Store environment in one request.",
        field: "transactions")
    case .severalCustomers:
      self.init(
        .severalCustomers,
        "The texts belong to different App Store customers; send those of each customer in a separate request.",
        field: "transactions")
    case .namesNobody:
      self.init(
        .namesNobody,
        "Send a transaction, or an app transaction that carries 'appTransactionId'; renewal info alone names no app.",
        field: "transactions")
    }
  }

  /// The answer of a read-only server to a request that needs the ledger.
  package static let readOnlyServer = Problem(
    .readOnlyServer,
    "This server is read-only (--read-only), and nothing was kept or signed. Send the request again, to the server that writes.",
    headers: [.retryAfter: "30"])

  /// The answer to exposures that this server refuses by its release, while others serve another one.
  package static let serverBehind = Problem(
    .serverBehind,
    "The servers are loading another release, and this one does not know everything that was shown yet. Nothing was refused for good; send the request again in a moment.",
    headers: [.retryAfter: "2"])

  package init(_ failure: LedgerFailure) {
    switch failure {
    case .unavailable:
      self.init(
        .ledgerUnavailable, "Nothing was kept; send the same again in a moment.",
        headers: [.retryAfter: "5"])
    case .renewalInfoWithoutTransaction:
      self.init(
        .renewalInfoWithoutTransaction,
        "Renewal info names no app: send the transaction with the same originalTransactionId beside it.",
        field: "renewalInfo")
    case .severalCustomers: self.init(EvidenceProblem.severalCustomers)
    }
  }
}
