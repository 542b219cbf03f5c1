import PaywallCatalog

extension CustomerCard {
  /// For people: one heading, then what holds now, then what happened.
  func sheet(_ console: Console) -> String {
    var sheet = Sheet(
      console, title: appTransactionId ?? subscriptions.first?.originalTransactionId ?? "customer",
      subtitle: environment)
    sheet.row("newest fact", newestFact)
    sheet.row("fetched", historyFetchedAt)
    sheet.row("texts", String(texts))
    sheet.row("spend", spend.sorted { $0.key < $1.key }.map(amount).joined(separator: ", "))
    sheet.row("refunds", refunds > 0 ? String(refunds) : nil)
    sheet.row(
      "entitlements",
      entitlements.isEmpty
        ? "none" : entitlements.map { "\($0.id) \(until($0.expires))" }.joined(separator: ", "))
    for subscription in subscriptions { sheet.row("subscription", words(of: subscription)) }
    for grant in grants {
      sheet.row(
        "grant",
        "\(grant.offer) on \(grant.product), \(grant.grantedAt), \(grant.state)"
          + (grant.redeemedBy.map { " by \($0)" } ?? ""))
    }
    for found in contradictions {
      sheet.row(
        "contradiction",
        "\(found.transactionIds.joined(separator: ", ")) of \(found.product) differ in "
          + found.about.joined(separator: ", ") + "; each counts as a purchase")
    }
    return [sheet.body, timelineTable(console), visitors.isEmpty ? nil : visitors.table(console)]
      .compactMap(\.self).joined(separator: "\n\n")
  }

  private func timelineTable(_ console: Console) -> String? {
    guard !timeline.isEmpty else { return nil }
    let table = Table(
      "WHEN", "PRODUCT", "WHAT", "UNTIL", "PRICE", "TRANSACTION",
      rows: timeline.map { event in
        [
          event.at, event.productWithQuantity, event.what, event.until ?? "",
          event.price.map { amount(($0, event.currency)) } ?? "", event.transactionId,
        ]
      })
    return table.text(for: console)
  }

  private func words(of subscription: SubscriptionCard) -> String {
    var words = ["\(subscription.group ?? "no group"): \(subscription.state)"]
    if let product = subscription.product { words.append(product) }
    if let expires = subscription.expires { words.append(until(expires)) }
    if subscription.inTrial { words.append("in trial") }
    if let offer = subscription.offer { words.append("offer \(offer)") }
    if let commitment = subscription.commitment {
      words.append(self.words(of: commitment))
    } else if let renews = subscription.autoRenew {
      words.append(renews ? "renews" : "does not renew")
    }
    if let seats = subscription.seats {
      words.append("\(seats) \(seats == 1 ? "seat" : "seats")")
      if let renewing = subscription.renewingSeats, renewing != seats {
        words.append("\(renewing) renew")
      }
    }
    if let next = subscription.nextProduct { words.append("next \(next)") }
    if let grace = subscription.graceUntil { words.append("grace until \(grace)") }
    if let retry = subscription.retryUntil, subscription.graceUntil == nil {
      words.append("billing retry until \(retry)")
    }
    if subscription.familyShared { words.append("shared by family") }
    if subscription.assigned { words.append("a seat that somebody else pays for") }
    return words.joined(separator: ", ")
  }

  /// `period 3 of 12, ends 2027-03-01T00:00:00Z`; the months of one that ends are still billed.
  private func words(of commitment: CommitmentCard) -> String {
    let place = [commitment.period, commitment.periods].map { $0.map(String.init) ?? "?" }
    let end = commitment.ends ?? "at an unknown time"
    let words = "period \(place[0]) of \(place[1]) of a commitment"
    return switch commitment.renews {
    case true?: "\(words), renews \(end)"
    case false?: "\(words), ends \(end)"
    case nil: "\(words) until \(end)"
    }
  }

  private func until(_ moment: String?) -> String { moment.map { "until \($0)" } ?? "for good" }

  private func amount(_ spend: (key: String, value: Int64)) -> String {
    amount((spend.value, spend.key))
  }

  /// Milliunits as units with two decimals, or three where they count: `9.99 USD`.
  private func amount(_ price: (milliunits: Int64, currency: String?)) -> String {
    let sign = price.milliunits < 0 ? "-" : ""
    let (units, rest) = price.milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    let decimals = String(rest + 1000).dropFirst()
    let shown = decimals.hasSuffix("0") ? decimals.dropLast() : decimals
    return "\(sign)\(units).\(shown) \(price.currency ?? "?")"
  }
}

extension CustomerCard.TransactionCard {
  fileprivate var productWithQuantity: String {
    guard let quantity, quantity != 1 else { return product }
    return "\(product) × \(quantity)"
  }
}
