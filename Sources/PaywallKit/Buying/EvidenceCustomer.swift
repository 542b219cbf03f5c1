package import Foundation

/// Whom the server takes signed texts for: a purchase that names no customer is a customer of its own.
enum EvidenceCustomer: Hashable, Sendable {
  /// Apple's id of the customer; `nil` if the texts could not be read.
  case named(String?)
  /// By the id of the purchase's first transaction.
  case unnamed(String)
}

extension StoreTransaction {
  var customer: EvidenceCustomer {
    appTransactionId.map { .named($0) } ?? .unnamed(String(originalId))
  }
}

extension PurchaseEntry {
  var customer: EvidenceCustomer { transaction?.customer ?? evidence.customer }
}

extension Evidence {
  /// By the texts themselves.
  fileprivate var customer: EvidenceCustomer {
    let read = (transactions + [appTransaction].compactMap(\.self)).compactMap(SignedIds.init)
    if let id = read.lazy.compactMap(\.appTransactionId).first { return .named(id) }
    return read.lazy.compactMap(\.originalTransactionId).first.map { .unnamed($0) } ?? .named(nil)
  }
}

/// What a text of the App Store says of its customer. Its signature is the server's to verify.
private struct SignedIds: Decodable {
  var appTransactionId: String?
  var originalTransactionId: String?

  init?(_ jws: String) {
    guard let payload = Data(payloadOf: jws),
      let ids = try? JSONDecoder().decode(SignedIds.self, from: payload)
    else { return nil }
    self = ids
  }
}

extension Data {
  /// What a compact JWS says; `nil` if it is none. Nothing is verified.
  package init?(payloadOf jws: String) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let plain = parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    self.init(base64Encoded: String(plain) + padding)
  }
}
