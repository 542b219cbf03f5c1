package import AppStore
import PaywallCatalog
import PaywallSubscribers

/// The texts of a piece of evidence, prepared for a ledger's tables.
package struct EvidenceTexts<Text: Sendable>: Sendable {
  package var transactions: [Text]
  package var renewals: [Text]
  package var appTransaction: Text?

  package init(_ evidence: Evidence, prepare: (NewText) -> Text) {
    let environment = evidence.environment
    transactions = evidence.transactions.map {
      prepare(
        NewText(
          .transaction, in: environment, signedDate: $0.payload.fact?.signedDate, text: $0.text))
    }
    renewals = evidence.renewals.map {
      prepare(
        NewText(
          .renewalInfo, in: environment, signedDate: $0.payload.fact?.signedDate, text: $0.text))
    }
    appTransaction = evidence.appTransaction.map {
      prepare(
        NewText(
          .appTransaction, in: environment, signedDate: $0.payload.signedDate, text: $0.text))
    }
  }
}
