package import Foundation

/// The customer of signed texts, for the server: a purchase that names no customer is one of its
/// own.
enum EvidenceCustomer: Hashable, Sendable {
  /// Apple's id of the customer; `nil` if the texts could not be read.
  case named(String?)
  /// The purchase, by the id of its first transaction.
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

extension PurchaseEvidence {
  /// The customer that the texts name.
  fileprivate var customer: EvidenceCustomer {
    // The server verifies their signatures.
    let read = (transactions + [appTransaction].compactMap(\.self)).compactMap { text in
      Data(payloadOf: text).flatMap { JSONValue($0) }
    }
    if let id = read.lazy.compactMap({ $0["appTransactionId"]?.string }).first {
      return .named(id)
    }
    return read.lazy.compactMap { $0["originalTransactionId"]?.string }.first.map { .unnamed($0) }
      ?? .named(nil)
  }
}

extension Data {
  /// Reads the payload of a compact JWS; `nil` if it is none. Nothing is verified.
  package init?(payloadOf jws: String) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let plain = parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    self.init(base64Encoded: String(plain) + padding)
  }
}
