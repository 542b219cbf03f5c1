package import AppStore
package import Catalog
import Subscribers

/// Whom a kept text is about, so that it is found and erased with them.
package enum TextSubject: Hashable, Sendable {
  case line(LineRow.Number)
  case customer(CustomerRow.Number)
  /// A test, a summary, or a transaction without the ids that would tell.
  case nobody
}

/// A text that is to be kept.
package struct NewText: Hashable, Sendable {
  package var kind: LedgerEntry.Kind
  package var environment: AppStoreEnvironment
  package var signedDate: Timestamp?
  package var text: SignedText

  package init(
    _ kind: LedgerEntry.Kind, in environment: AppStoreEnvironment, signedDate: Timestamp?,
    text: SignedText
  ) {
    self.kind = kind
    self.environment = environment
    self.signedDate = signedDate
    self.text = text
  }

  package init(_ notification: Verified<Notification>) {
    self.init(
      .notification, in: notification.payload.environment,
      signedDate: notification.payload.signedDate, text: notification.text)
  }
}

/// The texts of a piece of evidence, made ready for a ledger's tables.
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
