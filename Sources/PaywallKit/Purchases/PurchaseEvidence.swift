/// The texts that StoreKit signed about the customer, as compact JWS.
public struct PurchaseEvidence: Hashable, Codable, Sendable {
  /// Transactions, the newest first.
  public var transactions: [String]
  /// Renewal infos.
  public var renewalInfo: [String]
  /// The app transaction.
  public var appTransaction: String?

  /// Evidence from signed texts of one customer. The server accepts 64 in one request; the newest
  /// are sent.
  public init(
    transactions: [String] = [], renewalInfo: [String] = [], appTransaction: String? = nil
  ) {
    self.transactions = transactions
    self.renewalInfo = renewalInfo
    self.appTransaction = appTransaction
  }

  /// The most texts of each kind in one request, together below the server's limit.
  static let mostTransactions = 40
  static let mostRenewals = 20

  /// True if it holds nothing.
  public var isEmpty: Bool { self == PurchaseEvidence() }
}
