import HTTPDocuments
import LocalAppStore
import LocalAppStoreClient

extension StorePage {
  /// The App Store's account, and beside it the belief of our ledger. Differences are marked in
  /// words.
  func compared(_ card: StoreSubscriptionCard, _ subscription: StoreSubscription) -> Markup {
    guard case .answer(let answer) = belief, let believed = answer.subscriptions else {
      let rows = Comparison(card, isEntitled: subscription.isEntitled, nil).rows.map { row in
        "<tr><th scope=\"row\">\(text: row.name)</th><td>\(text: row.store)</td></tr>" as Markup
      }
      return """
        <table class="compared"><thead><tr><td></td><th scope="col">App Store</th></tr></thead><tbody>\(rows)</tbody></table>
        \(connection)
        """
    }
    let ledger = believed.first { $0.originalTransactionId == card.originalTransactionId }
    let comparison = Comparison(card, isEntitled: subscription.isEntitled, ledger)
    let count = comparison.differences
    let verdict: Markup =
      if ledger == nil {
        "<p class=\"verdict differs\" role=\"status\">✗ Our ledger does not know it.\(hint)</p>"
      } else if count > 0 {
        "<p class=\"verdict differs\" role=\"status\">✗ Our ledger differs in \(count) of \(comparison.rows.count).\(hint)</p>"
      } else {
        "<p class=\"verdict agrees\" role=\"status\">✓ Our ledger agrees.</p>"
      }
    return """
      \(verdict)
      <table class="compared"><thead><tr><td></td><th scope="col">App Store</th><th scope="col">Our ledger</th></tr></thead>
      <tbody>\(comparison.rows.map(line))</tbody></table>
      """
  }

  private func line(_ row: Comparison.Row) -> Markup {
    """
    <tr><th scope="row">\(text: row.name)</th><td>\(text: row.store)</td>\
    <td\(row.differs ? " class=\"differs\"" : "")>\(text: row.ledger ?? "not known")\(row.differs ? " <b>differs</b>" : "")</td></tr>

    """
  }

  /// Why a ledger may lag behind.
  private var hint: Markup {
    let lost = overview.shown?.deliveries.count { !$0.hasArrived } ?? 0
    guard overview.delivers else {
      return " This store posts nothing: start it with <code>--notify</code>."
    }
    guard lost > 0 else { return "" }
    return lost == 1
      ? " One notification did not arrive." : " \(lost) notifications did not arrive."
  }

  /// The reason why there is nothing to compare with, and what to do.
  var connection: Markup {
    switch belief {
    case .answer(let answer):
      answer.refusal.map {
        "<p class=\"verdict differs\" role=\"status\">✗ Our server cannot say what it believes: \(text: $0)</p>"
      } ?? "<p class=\"verdict agrees\">Our ledger is connected.</p>"
    case .silence:
      """
      <p class="verdict differs" role="status">✗ Our server was connected, and does not answer now. Start it again: \
      <code>paywall serve --app-store http://\(text: address)</code></p>
      """
    case .noServer:
      """
      <p class="verdict">To see here what our ledger believes, start our server: \
      <code>paywall serve --app-store http://\(text: address)</code>\(overview.delivers ? "" : ", and this store with <code>--notify</code> and the address of its notifications")</p>
      """
    }
  }
}
