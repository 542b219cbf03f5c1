package import Crypto
package import PaywallCatalog

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An id of an erased customer, by which a returning customer is recognised.
package enum ErasedId: Hashable, Sendable {
  case appTransactionId(String)
  case originalTransactionId(String)

  /// Returns the erased ids of a customer: Apple's name, and the ids of purchase chains.
  static func all(_ customer: String?, _ chains: some Sequence<String>) -> [ErasedId] {
    (customer.map { [.appTransactionId($0)] } ?? []) + chains.map { .originalTransactionId($0) }
  }

  package func hash(in environment: AppStoreEnvironment, salt: some Sequence<UInt8>) -> [UInt8] {
    let named =
      switch self {
      case .appTransactionId(let id): "customer/\(environment.rawValue)/\(id)"
      case .originalTransactionId(let id): "line/\(environment.rawValue)/\(id)"
      }
    return SaltedHash.of(named, salt: salt)
  }
}

/// The hash by which a ledger recognises a text that it does not store.
package enum SaltedHash {
  /// HMAC-SHA256 under the ledger's own salt, the first 16 bytes.
  package static func of(_ text: String, salt: some Sequence<UInt8>) -> [UInt8] {
    of(text, under: HMAC<SHA256>(key: SymmetricKey(data: Data(salt))))
  }

  /// The same, under a key that was prepared for several texts.
  package static func of(_ text: String, under prepared: HMAC<SHA256>) -> [UInt8] {
    of(Array(text.utf8), under: prepared)
  }

  package static func of(_ bytes: [UInt8], under prepared: HMAC<SHA256>) -> [UInt8] {
    var code = prepared
    code.update(data: bytes)
    return Array(code.finalize().prefix(16))
  }
}
