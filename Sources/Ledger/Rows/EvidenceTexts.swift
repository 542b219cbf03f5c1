package import AppStore
import PaywallCatalog
import PaywallSubscribers

/// The texts of a piece of evidence, or of an answer, prepared for a ledger's tables.
package struct EvidenceTexts: Sendable {
  package var transactions: [StoredText]
  package var renewals: [StoredText]
  package var appTransaction: StoredText?

  package init(_ evidence: Evidence) {
    self.init(evidence.transactions, evidence.renewals, in: evidence.environment)
    appTransaction = evidence.appTransaction.map {
      Self.prepared(.appTransaction, $0.payload.signedDate, $0.text, in: evidence.environment)
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
      Self.prepared(.transaction, $0.payload.fact?.signedDate, $0.text, in: environment)
    }
    self.renewals = renewals.map {
      Self.prepared(.renewalInfo, $0.payload.fact?.signedDate, $0.text, in: environment)
    }
  }

  private static func prepared(
    _ kind: LedgerEntry.Kind, _ signed: Timestamp?, _ text: SignedText,
    in environment: AppStoreEnvironment
  ) -> StoredText {
    StoredText(NewText(kind: kind, environment: environment, signedDate: signed, text: text))
  }
}
