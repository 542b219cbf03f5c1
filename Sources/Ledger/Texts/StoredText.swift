package import AppStore
import Crypto
import Foundation
package import PaywallCatalog
import Subscribers

/// A text to store, prepared before the writer runs.
package struct StoredText: Sendable {
  package let kind: LedgerEntry.Kind
  package let environment: AppStoreEnvironment
  package let signedDate: Timestamp?
  package let text: SignedText
  /// Identifies a text; `nil` for a notification, which its UUID identifies.
  package let digest: [UInt8]?
  /// Only for a notification: evidence is often stored already, and then needs no packing.
  private let packedAhead: PackedText?

  package init(_ notification: Verified<AppStore.Notification>) {
    kind = .notification
    environment = notification.payload.environment
    signedDate = notification.payload.signedDate
    text = notification.text
    digest = nil
    packedAhead = PackedText(text)
  }

  fileprivate init(
    _ kind: LedgerEntry.Kind, _ signed: Timestamp?, _ text: SignedText,
    in environment: AppStoreEnvironment
  ) {
    self.kind = kind
    self.environment = environment
    signedDate = signed
    self.text = text
    digest = Self.digest(of: text)
    packedAhead = nil
  }

  package var packed: PackedText { packedAhead ?? PackedText(text) }

  /// The first 16 bytes of the SHA-256 of the compact text.
  private static func digest(of text: SignedText) -> [UInt8] {
    Array(SHA256.hash(data: Data(text.compact.utf8)).prefix(16))
  }
}

/// The row that a stored text belongs to, so that the text is found and erased with it.
package enum TextSubject: Hashable, Sendable {
  case chain(PurchaseChainRow.Number)
  case customer(CustomerRow.Number)
  /// A test, a summary, or a transaction without the ids that name a customer.
  case unidentified
}

/// The texts of a piece of evidence, or of an answer, prepared for a ledger's tables.
package struct EvidenceTexts: Sendable {
  package var transactions: [StoredText]
  package var renewals: [StoredText]
  package var appTransaction: StoredText?

  package init(_ evidence: Evidence) {
    self.init(evidence.transactions, evidence.renewals, in: evidence.environment)
    appTransaction = evidence.appTransaction.map {
      StoredText(.appTransaction, $0.payload.signedDate, $0.text, in: evidence.environment)
    }
  }

  init(_ fetched: FetchedFacts) {
    self.init(fetched.transactions, fetched.renewals, in: fetched.environment)
  }

  private init(
    _ transactions: [Verified<Transaction>], _ renewals: [Verified<RenewalInfo>],
    in environment: AppStoreEnvironment
  ) {
    self.transactions = transactions.map {
      StoredText(.transaction, $0.payload.fact?.signedDate, $0.text, in: environment)
    }
    self.renewals = renewals.map {
      StoredText(.renewalInfo, $0.payload.fact?.signedDate, $0.text, in: environment)
    }
  }
}
