import HTTPDocuments
import LocalAppStore
import PaywallCatalog

extension StorePage {
  /// One subscription: its time line, the belief of our ledger, and the possible actions.
  func section(
    _ card: StoreSubscriptionCard, _ subscription: StoreSubscription, _ shown: StoreOverview.Shown
  ) -> Markup {
    let id = "s-\(card.originalTransactionId)"
    let line = TimeLine(subscription, shown.deliveries, now: overview.now)
    let earlier = subscription.transactions.dropLast().suffix(Self.mostPeriods).reversed().map {
      period($0, subscription, shown, at: id)
    }
    let rest = subscription.transactions.count - 1 - earlier.count
    let periods: Markup =
      earlier.isEmpty
      ? ""
      : """
      <details><summary>Earlier periods (\(earlier.count + rest))</summary>
      <ul class="periods">\(earlier)</ul>\(rest > 0 ? "<p><small>and \(rest) more; <code>local-app-store customer show</code> lists all.</small></p>" : "")</details>
      """
    return """
      <section id="\(text: id)" aria-labelledby="\(text: id)-title">
      <h2 id="\(text: id)-title"><code>\(text: card.product)</code> <span class="state \(text: card.state)">\(text: Comparison.words(card.state))</span></h2>
      \(noted(id))
      \(cancellation(card, subscription, of: shown.card.id, at: id))
      \(svg(line, of: subscription, shown))
      <div class="columns">
      <div>\(compared(card, subscription))</div>
      <div class="deeds">
      <h3>Let it happen</h3>
      \(buttons(.subscription, .subscription(subscription, of: shown.card.id), at: id))
      <ul class="periods">\(period(subscription.current, subscription, shown, at: id))</ul>
      <details><summary>More</summary>\(account(subscription.transactions[0], shown, at: id))</details>
      \(periods)
      </div>
      </div>
      </section>

      """
  }

  /// The account of the app, which the app's server can also name later.
  private func account(
    _ first: StoreTransaction, _ shown: StoreOverview.Shown, at place: String
  ) -> Markup {
    buttons(
      .original, .transaction(first, hasRequest: false, now: overview.now), at: place)
  }

  /// A period with the possible actions on its money.
  private func period(
    _ transaction: StoreTransaction, _ subscription: StoreSubscription,
    _ shown: StoreOverview.Shown, at place: String
  ) -> Markup {
    let end = transaction.expiresDate.map { " to \(MomentText.date($0))" } ?? ""
    let offer = transaction.offer.map { ", \($0.id ?? "introductory offer")" } ?? ""
    return money(
      transaction,
      "\(MomentText.date(transaction.purchaseDate))\(end)\(offer)", shown, at: place)
  }

  private func money(
    _ transaction: StoreTransaction, _ words: String, _ shown: StoreOverview.Shown,
    at place: String
  ) -> Markup {
    let hasRequest = shown.refundRequests.contains(transaction.transactionId)
    let refund: Markup =
      transaction.revocation.map {
        " <b class=\"bad\">refunded on \(text: MomentText.date($0.date))</b>"
      } ?? (hasRequest ? " <b>asked for a refund</b>" : "")
    return """
      <li><p><code>\(text: transaction.productId)</code> \(text: words), \(text: price(transaction.price, shown.card))\(refund)</p>
      \(buttons(.transaction, .transaction(transaction, hasRequest: hasRequest, now: overview.now), at: place))</li>

      """
  }

  /// The purchases that do not renew.
  func purchases(_ shown: StoreOverview.Shown) -> Markup {
    guard !shown.purchases.isEmpty else { return "" }
    return """
      <section id="purchases" aria-labelledby="purchases-title">
      <h2 id="purchases-title">Bought once</h2>
      \(noted("purchases"))
      <ul class="periods">\(shown.purchases.map { purchase -> Markup in
        """
        \(money(
          purchase.transaction, MomentText.date(purchase.transaction.purchaseDate), shown,
          at: "purchases"))\
        <li>\(buttons(.purchase, .purchase(purchase, of: shown.card.id), at: "purchases"))\
        <details><summary>More</summary>\(account(purchase.transaction, shown, at: "purchases"))</details></li>

        """
      })</ul>
      </section>
      """
  }

  /// The notifications as a table, the newest first.
  func sent(_ shown: StoreOverview.Shown) -> Markup {
    guard !shown.deliveries.isEmpty else { return "" }
    let rows = shown.deliveries.suffix(Self.mostNotifications).reversed().map {
      delivery -> Markup in
      let sent = delivery.notification
      let type = [sent.type.rawValue, sent.subtype?.rawValue].compactMap(\.self)
      return """
        <tr><td><time datetime="\(text: sent.signedDate.rfc3339)">\(text: MomentText.whole(sent.signedDate))</time></td>\
        <td><code>\(text: type.joined(separator: " "))</code></td>\
        <td\(delivery.hasArrived ? "" : " class=\"bad\"")>\(text: delivery.attemptsInWords)</td></tr>

        """
    }
    let rest = shown.deliveries.count - rows.count
    return """
      <section id="sent" aria-labelledby="sent-title">
      <h2 id="sent-title">Notifications</h2>
      <table><thead><tr><th scope="col">Signed (UTC)</th><th scope="col">Type</th><th scope="col">Attempts</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      \(rest > 0 ? "<p><small>and \(rest) earlier; <code>local-app-store notifications</code> lists all.</small></p>" : "")
      </section>
      """
  }

  private static let mostNotifications = 40
  private static let mostPeriods = 24
}

extension DeliveryQueue.Delivery {
  /// `2 attempts: NO_RESPONSE, SUCCESS`.
  var attemptsInWords: String {
    guard !attempts.isEmpty else { return "not sent" }
    let results = attempts.map(\.result.rawValue).joined(separator: ", ")
    return "\(attempts.count) \(attempts.count == 1 ? "attempt" : "attempts"): \(results)"
  }
}
