package import PaywallCatalog
import PaywallTextCoding

/// Everything known of one customer in one environment: the input of the fold. The customer is
/// Apple's: one download of the app by one Apple Account.
package struct CustomerHistory: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  /// `nil` until a fact carries it; the customer is then known by `originalTransactionId` alone.
  package var appTransactionId: String?
  /// The newest copy per `transactionId`, sorted by id.
  package internal(set) var transactions: [TransactionFact]
  /// The newest copy per `originalTransactionId`, sorted by id.
  package internal(set) var renewals: [RenewalFact]
  package var grants: [Grant]
  /// The rest of an erased history, so that limits and introductory use still hold.
  package var marks: [HistoryMark]
  /// When all transactions were last fetched from Apple; `nil` if never.
  package var completeAt: Timestamp?
  /// Read only where entitlements are asked for; part of nothing else.
  package var access: [GivenAccess]
  /// By currency; read only to answer about the customer.
  package var balances: [String: Int64] = [:]
  /// Seats of other customers' purchases. As `access`: a member pays nothing.
  package var seats: [HeldSeat] = []
  /// `nil` without an app transaction.
  package var acquisition: Acquisition?

  package init(
    environment: AppStoreEnvironment, appTransactionId: String? = nil,
    transactions: [TransactionFact] = [], renewals: [RenewalFact] = [], grants: [Grant] = [],
    marks: [HistoryMark] = [], completeAt: Timestamp? = nil, access: [GivenAccess] = []
  ) {
    self.environment = environment
    self.appTransactionId = appTransactionId
    self.transactions = []
    self.renewals = []
    self.grants = grants
    self.marks = marks
    self.completeAt = completeAt
    self.access = access
    self.transactions.reserveCapacity(transactions.count)
    // In the order of their ids, each is appended at the end.
    let order = transactions.indices.sorted {
      transactions[$0].transactionId.precedes(transactions[$1].transactionId)
    }
    for index in order { add(transactions[index]) }
    for renewal in renewals { add(renewal) }
  }
}
