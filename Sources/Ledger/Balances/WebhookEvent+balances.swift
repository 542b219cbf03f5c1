import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Tells a spend or a correction.
  mutating func tell(_ posting: Posting, of row: CustomerRow, at now: Timestamp) throws {
    guard try wants([.balanceChanged]) else { return }
    let event = WebhookEvent(
      .balanceChanged, posting, "", try balance(of: row, posting.currency),
      .own([
        "balance", posting.cause.rawValue, posting.id, posting.currency, try appleName(of: row),
      ]),
      of: row, [.init("id", .text(posting.id))])
    try add(
      event, of: row.number, by: nil, oldest: WebhookEvent.oldest(at: now, isHistory: false),
      at: now)
  }

  /// Tells what a purchase credits, or what a refund takes back, and whether it takes the balance
  /// below zero.
  mutating func tell(_ posting: Posting, for purchase: CreditedPurchase) throws {
    guard try wants([.balanceChanged, .balanceOverdrawn]) else { return }
    let (fact, owner) = (purchase.fact, purchase.chain.owner)
    let balance = try balance(of: owner, posting.currency)
    let isOverdrawn =
      posting.cause == .refund && balance < 0 && balance - posting.amount >= 0
    let types: [WebhookEventType] = [.balanceChanged] + (isOverdrawn ? [.balanceOverdrawn] : [])
    for type in types {
      let event = WebhookEvent(
        type, posting, "/\(purchase.returned.thousandthsOfPercent)", balance,
        fact.identity(posting.cause == .purchase ? nil : posting.at), of: owner,
        .texts(
          ("transactionId", fact.transactionId),
          ("originalTransactionId", fact.originalTransactionId), ("productId", fact.productId)))
      try add(
        event, of: owner.number, by: purchase.chain.number,
        oldest: WebhookEvent.oldest(at: purchase.now, isHistory: purchase.isHistory),
        at: purchase.now)
    }
  }

  private func balance(of customer: CustomerRow, _ currency: String) throws -> Int64 {
    let rows = BalanceRows(persons: try persons(of: [customer]), isOfUser: false)
    return try balances(of: rows)[currency] ?? 0
  }
}

extension WebhookEvent {
  /// - Parameters:
  ///   - change: tells it from other changes of its kind by the same purchase.
  ///   - balance: of the currency, with the posting.
  ///   - customer: whose balance it is.
  fileprivate init(
    _ type: WebhookEventType, _ posting: Posting, _ change: String, _ balance: Int64,
    _ identity: Identity, of customer: CustomerRow, _ source: [Content.Member]
  ) {
    let held = HeldPosting(posting, of: customer)
    let texts: [Content.Member] = .texts(
      ("environment", held.environment.rawValue), ("userId", held.userId),
      ("appTransactionId", held.appTransactionId), ("cause", posting.cause.rawValue))
    let rest: [Content.Member] = .texts(
      ("currency", posting.currency), ("reason", posting.reason), ("by", posting.author))
    self.init(
      type, identity,
      as: "\(type.rawValue)/\(posting.cause.rawValue)/\(posting.currency)\(change)",
      in: customer.environment, at: posting.at,
      texts + source + rest
        + [.init("amount", .integer(posting.amount)), .init("balance", .integer(balance))])
  }
}

extension HeldPosting {
  init(_ posting: Posting, of customer: CustomerRow) {
    let user = customer.userId
    self.init(
      posting: posting, environment: customer.environment, userId: user,
      appTransactionId: user == nil ? customer.appTransactionId : nil)
  }
}
