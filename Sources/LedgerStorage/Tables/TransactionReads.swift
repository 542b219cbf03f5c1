package import Crypto
package import Ledger
package import PaywallCatalog
package import Subscribers

/// The configuration as the ledger has it. It changes with a release, so a later transaction may use it
/// if no other connection has written since.
package struct ConfiguredReads: Sendable {
  /// The events that endpoints of webhooks ask for.
  package var wantedWebhooks: Set<String>?
  /// The products by which entitlements are told.
  package var webhookProducts: Snapshot??
  /// The currencies that products give, by product.
  package var credits: [String: [String: Int64]]?

  package init() {}
}

/// The values that one transaction has read or changed, and needs again: no other can change them
/// meanwhile.
package final class TransactionReads {
  /// The key of the ledger's hashes.
  package var key: HMAC<SHA256>?
  /// The texts of terms, by phase.
  package var terms: [PhaseName: String] = [:]
  /// Persons are erased by transactions that run alone.
  package var hasRemnants: Bool?
  package var configured = ConfiguredReads()
  /// The numbers of values that were added, in any table.
  package var added: Set<Int64> = []
  /// The headers that were added.
  package var addedHeaders: Set<Int64> = []
  /// Empty in a database that reads nothing ahead.
  package var ahead: ReadAhead?
  /// The transactions of the purchase chain that was read last.
  package var lastChain: (number: PurchaseChainRow.Number, transactions: [TransactionFact])?
  /// The entitlements that were reported last.
  package var entitlements: [CustomerRow.Number: EntitlementState?] = [:]
  /// The ids whose recorded assignments may have changed.
  package var changes: ChangedTexts
  /// The causes of the conflicts that a call has added.
  package var newConflicts: [ConflictEvent.Cause] = []

  /// - Parameter changes: of the calls before, whose other reads are forgotten.
  package init(changes: ChangedTexts = ChangedTexts()) { self.changes = changes }

  /// Forgets the rows of customers and purchase chains, which may have changed.
  package func forgetRows() {
    ahead = nil
    lastChain = nil
    entitlements = [:]
  }
}
