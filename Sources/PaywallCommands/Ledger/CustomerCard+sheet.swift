import CommandSupport
import PaywallCatalog
import Planning
import Subscribers

extension CustomerCard {
  /// Returns the sheet for people: one heading, then the current state, then the events.
  func sheet(_ console: Console) -> String {
    var sheet = Sheet(
      console,
      title: history.appTransactionId ?? subscriber.subscriptions.first?.originalTransactionId
        ?? "customer", subtitle: history.environment.rawValue)
    sheet.row("newest fact", subscriber.newestFact?.rfc3339)
    sheet.row("fetched", history.completeAt?.rfc3339)
    sheet.row("texts", String(texts))
    sheet.row(
      "spend", subscriber.spend.sorted { $0.key < $1.key }.map(amount).joined(separator: ", "))
    sheet.row("balances", history.balances.isEmpty ? nil : history.balances.unitWords)
    sheet.row("refunds", subscriber.refunds > 0 ? String(subscriber.refunds) : nil)
    sheet.row("entitlements", entitlementWords)
    for subscription in subscriptions { sheet.row("subscription", subscription.words) }
    for card in grants {
      let (grant, redemption) = (card.grant, card.grant.redemption)
      sheet.row(
        "grant",
        "\(grant.offer) on \(grant.product), \(grant.grantedAt.rfc3339), \(card.state)"
          + (redemption.map { " by \($0.transactionId)" } ?? ""))
    }
    for found in purchases.contradictions {
      sheet.row(
        "contradiction",
        "\(found.transactionIds.joined(separator: ", ")) of \(found.productId) differ in "
          + found.fields.map(\.rawValue).joined(separator: ", ") + "; each counts as a purchase")
    }
    return [sheet.body, timelineTable(console), visitors.isEmpty ? nil : visitors.table(console)]
      .compactMap(\.self).joined(separator: "\n\n")
  }

  private var entitlementWords: String {
    guard !entitlements.isEmpty else { return "none" }
    return entitlements.map { entitlement in
      "\(entitlement.name) " + (entitlement.expires.map { "until \($0.rfc3339)" } ?? "for good")
        + (entitlement.source.map { " (\($0))" } ?? "")
    }.joined(separator: ", ")
  }

  private func timelineTable(_ console: Console) -> String? {
    guard !history.transactions.isEmpty else { return nil }
    return Table(
      of: timeline, ("WHEN", \.transaction.moment.rfc3339),
      ("PRODUCT", \.transaction.productWithQuantity), ("WHAT", \.words),
      ("UNTIL", { $0.transaction.expiresDate?.rfc3339 ?? "" }),
      ("PRICE", { amount(of: $0.transaction) }), ("TRANSACTION", \.transaction.transactionId)
    ).text(for: console)
  }

  private func amount(of transaction: TransactionFact) -> String {
    transaction.price.map { amount(($0, transaction.currency)) } ?? ""
  }

  private func amount(_ spend: (key: String, value: Int64)) -> String {
    amount((spend.value, spend.key))
  }

  /// Returns milliunits as units with two decimals, or three where they count: `9.99 USD`.
  private func amount(_ price: (milliunits: Int64, currency: String?)) -> String {
    let sign = price.milliunits < 0 ? "-" : ""
    let (units, rest) = price.milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    let decimals = String(rest + 1000).dropFirst()
    let shown = decimals.hasSuffix("0") ? decimals.dropLast() : decimals
    return "\(sign)\(units).\(shown) \(price.currency ?? "?")"
  }
}

extension TransactionFact {
  fileprivate var productWithQuantity: String {
    guard let quantity, quantity != 1 else { return productId }
    return "\(productId) × \(quantity)"
  }
}
