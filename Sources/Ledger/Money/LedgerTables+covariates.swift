package import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// The facts that were known of a unit's customers at its first exposure. They never change, because
/// later knowledge may follow from the exposure; they only move back to an earlier rendering that
/// arrives later. A unit without a known customer has none, because unknown is not zero.
package struct Covariates: Hashable, Sendable {
  /// When the first exposure was rendered; only what was bought before counts.
  package var before: Timestamp
  /// Own purchases and renewals, free ones too.
  package var transactions = 0
  /// Milliunits by currency, without what was refunded before.
  package var spend: [String: Int64] = [:]
  /// Paid transactions without a price or a currency: with any, `spend` is too low.
  package var unpriced = 0
  /// The days since the first purchase; `nil` if there is none.
  package var daysSincePurchase: Int?
  /// The days as the app reported them; `nil` if it did not.
  package var daysSinceInstall: Int?
  /// All transactions of all the customers were once fetched from Apple.
  package var isComplete = false
}

extension Covariates {
  /// Sums the transactions of a unit's customers.
  init(
    before moment: Timestamp, of facts: [TransactionFact], daysSinceInstall: Int?,
    isComplete: Bool
  ) {
    self.init(before: moment, daysSinceInstall: daysSinceInstall, isComplete: isComplete)
    for fact in facts where fact.isOwn {
      guard let bought = fact.boughtAt else {
        // Perhaps before.
        self.isComplete = false
        continue
      }
      guard bought < moment else { continue }
      if !fact.isAddition { transactions += 1 }
      let first = min(fact.originalPurchaseDate ?? bought, bought)
      daysSincePurchase = max(daysSincePurchase ?? 0, moment.days(since: first))
      guard fact.isPaid else { continue }
      if let proceeds = fact.proceeds(before: moment) {
        spend[proceeds.currency, default: 0].add(proceeds.amount)
      } else {
        unpriced += 1
      }
    }
  }

  /// Returns at most what was known at first of the same customers: later knowledge adds nothing.
  func atMost(_ later: Covariates) -> Covariates {
    var least = self
    least.transactions = min(transactions, later.transactions)
    least.unpriced = min(unpriced, later.unpriced)
    least.spend = spend.merging(later.spend, uniquingKeysWith: min)
      .filter { spend[$0.key] != nil && later.spend[$0.key] != nil }
    if later.daysSincePurchase == nil { least.daysSincePurchase = nil }
    return least
  }
}

extension TransactionFact {
  /// The price without what was refunded before a moment; `nil` if price or currency is unknown.
  func proceeds(before moment: Timestamp) -> (currency: String, amount: Int64)? {
    guard let price, let currency, !currency.isEmpty, !currency.contains(" ") else {
      return nil
    }
    let share = returns.last { $0.at < moment }?.share ?? .none
    return (currency, price - share.of(price))
  }
}

extension Covariates {
  package static let columns = """
    before, transactions, spend, unpriced, days_since_purchase, days_since_install, is_complete
    """

  package init(_ row: some LedgerRow) throws {
    self.init(
      before: row.moment(0) ?? .epoch, transactions: row.int(1),
      spend: try Self.spend(of: try row.plain(2)), unpriced: row.int(3),
      daysSincePurchase: row.int(optional: 4), daysSinceInstall: row.int(optional: 5),
      isComplete: row.flag(6) ?? false)
  }

  /// In the order of the columns.
  package var cells: [SQLValue] {
    [
      PlainCell.moment(before), PlainCell.number(transactions), .text(spendText),
      PlainCell.number(unpriced),
      PlainCell.number(daysSincePurchase), PlainCell.number(daysSinceInstall),
      PlainCell.flag(isComplete),
    ]
  }

  /// `EUR 9990 USD -20`: currencies in order, milliunits.
  private var spendText: String {
    spend.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
  }

  /// Reads `spendText`.
  package static func spend(of text: String) throws -> [String: Int64] {
    let words = text.split(separator: " ").map(String.init)
    var spend: [String: Int64] = [:]
    for place in stride(from: 0, to: words.count, by: 2) {
      guard place + 1 < words.count, let amount = Int64(words[place + 1]) else {
        throw UnreadableRow("spend that is no list of currencies and amounts")
      }
      spend[words[place]] = amount
    }
    return spend
  }
}

extension LedgerTables {
  /// Keeps what is known of a unit's customers at its first exposure; nothing if none is known.
  mutating func freezeCovariates(
    of key: RecordKey, sentAs origin: IdOrigin?, before moment: Timestamp, daysSinceInstall: Int?,
    in environment: AppStoreEnvironment
  ) throws {
    // An id that was sent as an anonymous one and is a user's has been refused.
    let unit = key.unit.text
    let isUser = try origin.map { $0 == .userId } ?? isUser(unit, in: environment)
    let customers = try customers(ofUnit: unit, isUser: isUser, in: environment)
    guard !customers.isEmpty else { return }
    let covariates = Covariates(
      before: moment, of: try purchases(of: customers),
      daysSinceInstall: daysSinceInstall,
      isComplete: customers.allSatisfy { $0.completeAt != nil })
    try add(covariates, of: customers.map(\.number), to: key, in: environment)
  }

  /// Moves what was known back to before an earlier rendering, which arrived later: what was bought between
  /// the two followed from the exposure. Only the customers that were known at first count, also if the unit
  /// was given to another one since, and a unit without any stays without: a customer who became known by a
  /// purchase would make buyers look like people who had spent before.
  mutating func moveCovariates(
    of key: RecordKey, before moment: Timestamp, in environment: AppStoreEnvironment
  ) throws {
    guard let held = try covariates(of: key, in: environment) else { return }
    let known = try customers(ofCovariates: key, in: environment).sorted()
      .compactMap { try customer($0) }
    try remove(.covariates, like: key, in: environment)
    guard !known.isEmpty else { return }
    let moved = Covariates(
      before: moment, of: try purchases(of: known), daysSinceInstall: held.daysSinceInstall,
      isComplete: held.isComplete
    ).atMost(held)
    try add(moved, of: known.map(\.number), to: key, in: environment)
  }

  /// Users, and the anonymous ids that are aliases of them.
  func units(of users: [String], in environment: AppStoreEnvironment) throws -> [String] {
    try users.flatMap { user in
      try [user] + aliases(of: user, in: environment, limit: .max).map(\.anonymousId)
    }
  }

  /// The customers whose purchases are a unit's in results (`customerNumbers(ofUnit:isUser:in:)`).
  ///
  /// - Parameter isUser: whether the id is known as a user's.
  func customers(
    ofUnit unit: String, isUser: Bool, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    try customerNumbers(ofUnit: unit, isUser: isUser, in: environment).sorted()
      .compactMap { try customer($0) }
  }
}
