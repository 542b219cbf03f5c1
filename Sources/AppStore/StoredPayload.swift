package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// The payload of a text that was verified when it was stored; nothing is checked again.
package struct StoredPayload {
  private let object: JSONObject

  /// `nil` if it cannot be read.
  package init?(_ text: SignedText) {
    guard let bytes = Base64.decode(Array(text.payload.utf8)[...], .url),
      let object = try? JSONObject(bytes)
    else { return nil }
    self.object = object
  }

  package var transactionId: String? { object.string("transactionId") }
  package var webOrderLineItemId: String? { object.identifier("webOrderLineItemId") }
  package var notificationType: String? { object.string("notificationType") }

  /// The fact of a transaction.
  package func transactionFact(in environment: AppStoreEnvironment) -> TransactionFact? {
    (try? Transaction(object, environment: environment))?.fact
  }

  /// The fact of renewal info.
  package func renewalFact(in environment: AppStoreEnvironment) -> RenewalFact? {
    (try? RenewalInfo(object, environment: environment))?.fact
  }

  /// The signed transaction in a notification.
  package var transaction: SignedText? { text(.signedTransactionInfo) }

  /// The signed renewal info in a notification.
  package var renewalInfo: SignedText? { text(.signedRenewalInfo) }

  private func text(_ field: SignedField) -> SignedText? {
    guard let text = object.object("data")?.string(field.rawValue) else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return nil }
    return SignedText(header: parts[0], payload: parts[1], signature: parts[2])
  }
}
