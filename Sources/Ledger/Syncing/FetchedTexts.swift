import AppStore
import PaywallCatalog
import PaywallSubscribers

/// The texts of an answer, prepared for a ledger's tables.
package struct FetchedTexts<Text: Sendable>: Sendable {
  package var transactions: [Text]
  package var renewals: [Text]

  package init(_ fetched: FetchedFacts, prepare: (NewText) -> Text) {
    let environment = fetched.environment
    transactions = fetched.transactions.map {
      prepare(
        NewText(
          .transaction, in: environment, signedDate: $0.payload.fact?.signedDate, text: $0.text))
    }
    renewals = fetched.renewals.map {
      prepare(
        NewText(
          .renewalInfo, in: environment, signedDate: $0.payload.fact?.signedDate, text: $0.text))
    }
  }
}
