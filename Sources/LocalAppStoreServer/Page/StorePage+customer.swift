import HTTPDocuments
import LocalAppStore
import PaywallCatalog

extension StorePage {
  /// One customer: their purchases, the products they may buy, and their notifications.
  func customer(_ shown: StoreOverview.Shown) -> Markup {
    let card = shown.card
    let parts = zip(card.subscriptions, shown.subscriptions).map { section($0, $1, shown) }
    return """
      <div class="who" id="who">
      <h1><bdi>\(text: card.id)</bdi></h1>
      <p class="facts">Storefront \(text: card.storefront) · \(card.cardWorks ? "the card works" : "<b class=\"bad\">the card is declined</b>") · <code title="Apple's appTransactionId">\(text: card.appTransactionId)</code></p>
      \(card.family.map { family($0) } ?? "")
      \(buttons(.customer, .customer(card), at: "who"))\(noted("who"))
      \(waiting(card))
      </div>
      \(parts)
      \(parts.isEmpty ? unknownLedger : "")
      \(buying(shown))
      \(purchases(shown))
      \(heldMessages)
      \(sent(shown))
      """
  }

  private func family(_ family: FamilyCard) -> Markup {
    let others = family.members.filter { $0 != family.organizer }
    return """
      <p class="facts">Family of <bdi>\(text: family.organizer)</bdi>\(others.map { " and <bdi>\(text: $0)</bdi>" as Markup })</p>
      """
  }

  /// Purchases that someone has to approve.
  private func waiting(_ card: StoreCustomerCard) -> Markup {
    guard !card.pending.isEmpty else { return "" }
    return """
      <h2>Waits for approval</h2>
      <ul class="periods">\(card.pending.map { pending -> Markup in
        """
        <li><p><code>\(text: pending.product)</code>, asked \(text: pending.asked)</p>\
        \(buttons(.pending, .pending(pending, of: card.id), at: "who"))</li>

        """
      })</ul>
      """
  }

  /// Where the ledger stands while there is nothing to compare.
  private var unknownLedger: Markup {
    """
    <section><p class="empty">\(text: overview.shown?.card.id ?? "") has no subscription yet. Buy one below.</p>
    \(connection)</section>
    """
  }

  /// The products, with what the customer may buy.
  private func buying(_ shown: StoreOverview.Shown) -> Markup {
    """
    <section id="buy" aria-labelledby="buy-title">
    <h2 id="buy-title">Buy as <bdi>\(text: shown.card.id)</bdi></h2>
    \(noted("buy"))
    <table class="products"><thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Buy</th></tr></thead>
    <tbody>\(overview.products.map { product($0, shown) })</tbody></table>
    </section>
    """
  }

  private func product(_ product: StoreProduct, _ shown: StoreOverview.Shown) -> Markup {
    let offers = shown.offers[product.id] ?? []
    let subject = PageButton.Subject.product(product, buyer: shown.card.id)
    let length = product.subscription.map { " for \($0.period.inWords)" } ?? ""
    let buy = PageButton.all.first { $0.place == .buy }
    let fields = (buy?.fields ?? []).filter { field in
      switch field.name {
      case "quantity": product.type == .consumable
      case "billingPlan": product.subscription?.monthlyPrice != nil
      case "jws": offers.contains { $0.kind == .promotional }
      default: true
      }
    }
    let choices = [nil] + offers.filter { $0.kind != .introductory }.map(Optional.some)
    let introductory = offers.first { $0.kind == .introductory }
    let sale: Markup =
      product.isForSale
      ? """
      <div class="offers"><form method="post" action="/press">\(hidden(subject, "buy"))<input type="hidden" name="button" value="\(text: buy?.id ?? "")">\
      <div class="row">\(choices.map { choice($0, introductory, of: product) })</div>\
      <details><summary>More</summary><div class="row">\(fields.map { control($0) })</div></details></form>
      <details><summary>Prices and sale</summary>\(buttons(.product, .product(product, buyer: nil), at: "buy"))</details></div>
      """
      : "<em>Taken from sale</em>"
    return """
      <tr><th scope="row"><code>\(text: product.id)</code></th>\
      <td>\(text: price(product.price, shown.card))\(text: length)</td><td class="sale">\(sale)</td></tr>

      """
  }

  /// A button of a purchase.
  ///
  /// - Parameters:
  ///   - offer: `nil` for none in particular.
  ///   - introductory: the offer that Apple then gives by itself.
  private func choice(
    _ offer: StoreOffer?, _ introductory: StoreOffer?, of product: StoreProduct
  ) -> Markup {
    let value = offer.map { "\($0.kind.rawValue):\($0.id)" } ?? ""
    let words =
      offer.map { "\($0.kind.inWords) \($0.id)" }
      ?? introductory.map { "Buy, \($0.terms) first" } ?? "Buy"
    return """
      <button\(offer == nil ? " class=\"primary\"" : "") name="offer" value="\(text: value)"\
      \(offer.map { " title=\"\(text: $0.terms)\"" } ?? "") aria-label="\(text: "\(words): \(product.id)")">\(text: words)</button>

      """
  }

  /// Milliunits, with the currency of the customer's storefront.
  func price(_ milliunits: Int64, _ card: StoreCustomerCard) -> String {
    let currency = Storefront.all.first { $0.country == card.storefront }?.currency ?? ""
    let cents = milliunits / 10 % 100
    return "\(milliunits / 1_000).\(cents < 10 ? "0" : "")\(cents) \(currency)"
  }
}

extension OfferKind {
  /// Before the id of an offer.
  fileprivate var inWords: String {
    switch self {
    case .introductory: "Introductory"
    case .promotional: "Promotional"
    case .winBack: "Win-back"
    case .offerCode: "Code"
    }
  }
}

extension StoreOffer {
  /// `1 week free`, `3 × 1 month at a lower price`.
  fileprivate var terms: String {
    let times = cycles > 1 ? "\(cycles) × " : ""
    return "\(times)\(period.inWords) \(payment == .freeTrial ? "free" : "at a lower price")"
  }
}

extension Period {
  /// `1 month`, `1 year 10 days`.
  var inWords: String {
    let weeks = days.isMultiple(of: 7) ? days / 7 : 0
    let parts = [
      (months / 12, "year"), (months % 12, "month"), (weeks, "week"),
      (weeks > 0 ? 0 : days, "day"), (seconds, "second"),
    ].filter { $0.0 > 0 }
    return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
  }
}
