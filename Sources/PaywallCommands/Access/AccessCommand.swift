import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import Subscribers

/// `paywall access`.
struct AccessCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "access", "Give, revoke and list access that was not bought in the App Store.",
    """
    '/v1/customer' answers with it until its moment, and webhooks tell it. Offers and results count \
    Apple's facts alone: access by hand is no purchase. A server key gives it by \
    'POST /v1/customers/ID/access', with a limit a day.
    """,
    examples: "paywall access grant user-7 pro --user --for P30D --reason \"an outage\"",
    "paywall access list user-7 --user",
    subcommands: [AccessGrant.self, AccessRevoke.self, AccessList.self])
}

extension Problem {
  /// The same refusal as over HTTP.
  var failure: Failure { Failure(.no, "\(code.rawValue): \(detail)") }
}

extension AccessAnswer: Card {
  var what: String { held.access.entitlement ?? held.access.product ?? "" }
  var whom: String { held.userId.map { "user \($0)" } ?? held.appTransactionId ?? "a customer" }
  var end: String {
    held.access.revokedAt.map { "revoked \($0.rfc3339)" } ?? held.access.until.rfc3339
  }
}
