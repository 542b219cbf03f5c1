import CommandSupport
import LocalAppStoreServer

/// The answers of the store, in words for people.
struct StoreReport {
  let console: Console

  init(_ console: Console) { self.console = console }

  func text(_ answer: StoreAnswer) -> String {
    var parts: [String] = []
    if !answer.notifications.isEmpty { parts.append(table(answer.notifications)) }
    if let customer = answer.customer { parts.append(sheet(customer)) }
    parts.append(console.faint("The clock of the world shows \(answer.now)."))
    return parts.joined(separator: "\n\n")
  }

  func table(_ notifications: [NotificationCard]) -> String {
    Table(
      "SIGNED", "CUSTOMER", "NOTIFICATION", "DELIVERY",
      rows: notifications.map { sent in
        [
          sent.signed, sent.customer ?? "",
          sent.type + (sent.subtype.map { " \($0)" } ?? ""), Self.delivery(of: sent),
        ]
      }
    ).text(for: console)
  }

  private static func delivery(of sent: NotificationCard) -> String {
    guard let last = sent.attempts.last else { return "not sent" }
    let count = sent.attempts.count == 1 ? "1 attempt" : "\(sent.attempts.count) attempts"
    return "\(last.result), \(count)"
  }

  func sheet(_ customer: StoreCustomerCard) -> String {
    var sheet = Sheet(
      console, title: customer.id,
      subtitle: "\(customer.storefront), \(customer.cardWorks ? "card works" : "card is declined")")
    sheet.row("app transaction", customer.appTransactionId)
    sheet.row("family", customer.family.map { $0.members.joined(separator: ", ") })
    for request in customer.pending {
      sheet.row(request.product, "waits for approval since \(request.asked)")
    }
    for subscription in customer.subscriptions {
      sheet.row(subscription.product, Self.words(of: subscription))
      sheet.row(
        "",
        subscription.agreedToPriceIncrease.map {
          $0 ? "agreed to a price increase" : "has to agree to a price increase"
        })
      sheet.row(
        "",
        subscription.commitment.map { "month \($0.month) of \($0.of), committed until \($0.until)" }
      )
      sheet.row("", subscription.seats.map(Self.words))
      sheet.row(
        "", subscription.bundle.map { "part of \($0.product)" + ($0.isLeft ? ", left" : "") })
      sheet.row("", subscription.sharedBy.map { "paid by \($0)" })
      sheet.row(
        "",
        subscription.winBackOffers.isEmpty
          ? nil : "may have \(subscription.winBackOffers.joined(separator: ", "))")
      for line in Self.lines(of: subscription.retention?.last) { sheet.row("", line) }
      for transaction in subscription.transactions { sheet.row("", words(of: transaction)) }
    }
    for purchase in customer.purchases { sheet.row(purchase.product, words(of: purchase)) }
    return sheet.body
  }

  private static func words(of subscription: StoreSubscriptionCard) -> String {
    switch subscription.state {
    case "active" where !subscription.autoRenews:
      // The months of a commitment are billed to its end.
      return "active, ends \(subscription.commitment?.until ?? subscription.expires)"
    case "active":
      let next =
        subscription.renewsTo == subscription.product
        ? "renews" : "renews as \(subscription.renewsTo)"
      return "active, \(next) \(subscription.expires)"
    case "gracePeriod": return "in its grace period until \(subscription.until ?? "")"
    case "billingRetry": return "in billing retry until \(subscription.until ?? "")"
    default: return "\(subscription.state), ended \(subscription.expires)"
    }
  }

  private static func words(of seats: SeatsCard) -> String {
    let next = seats.renewing.map { ", \($0) renewing" } ?? ""
    let holders = seats.holders.isEmpty ? "" : ", held by \(seats.holders.joined(separator: ", "))"
    return "\(seats.held) \(seats.held == 1 ? "seat" : "seats")\(next)\(holders)"
  }

  private func words(of transaction: TransactionCard) -> String {
    var words = [transaction.id, transaction.purchased]
    if let offer = transaction.offer {
      words.append([offer.kind, offer.id].compactMap(\.self).joined(separator: " "))
    }
    if transaction.isRenewal { words.append("renewal") }
    if transaction.isUpgraded { words.append("upgraded") }
    if transaction.quantity > 1 { words.append("× \(transaction.quantity)") }
    if transaction.isSeatAddition { words.append("added seats") }
    if let seats = transaction.refundedSeats { words.append("\(seats) refunded") }
    if transaction.isFamilyShared { words.append("family") }
    if transaction.isAssigned { words.append("seat") }
    if let switched = transaction.switchedToBundle { words.append("to a bundle \(switched)") }
    if !transaction.copies.isEmpty {
      words.append("also \(transaction.copies.joined(separator: ", "))")
    }
    if let unshared = transaction.unshared { words.append("not shared since \(unshared)") }
    if let refunded = transaction.refunded { words.append("refunded \(refunded)") }
    return console.faint(words.joined(separator: "  "))
  }
}
