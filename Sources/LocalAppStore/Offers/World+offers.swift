import PaywallCatalog

extension World {
  /// The offer of a purchase, if the customer may have it.
  ///
  /// - Parameters:
  ///   - buyer: the index of the customer.
  ///   - index: their subscription in the group of the product; `nil` if they never had one.
  mutating func offer(
    for product: StoreProduct, by buyer: Int, _ index: Int?, _ options: PurchaseOptions
  ) throws(StoreRefusal) -> StoreOffer? {
    switch options.offer {
    case .automatic:
      return introductoryOffer(on: product, index, options.billingPlan)
    case .introductoryEligibility(let jws):
      let isAllowed = try checkEligibility(jws, product: product, by: buyer, options)
      guard isAllowed, !isSubscribed(index) else { return nil }
      return configuredIntroductory(on: product, options.billingPlan)
    case .promotional(let id, let proof):
      try checkSignature(proof, offer: id, product: product, by: buyer, options)
      let offer = try configured(id, .promotional, on: product, options.billingPlan)
      guard !ownSubscriptions(of: buyer).isEmpty else {
        throw .notEligible(offer: id, .neverSubscribed)
      }
      return offer
    case .winBack(let id):
      let offer = try configured(id, .winBack, on: product, options.billingPlan)
      guard let index else { throw .notEligible(offer: id, .neverSubscribed) }
      guard !isSubscribed(index) else { throw .notEligible(offer: id, .isSubscribed) }
      guard meetsTerms(of: offer, subscriptions[index]) else {
        throw .notEligible(offer: id, .doesNotMeetTerms)
      }
      return offer
    case .offerCode(let id):
      let offer = try configured(id, .offerCode, on: product, options.billingPlan)
      try checkCode(offer, product, by: buyer, index)
      return offer
    }
  }

  private func isSubscribed(_ index: Int?) -> Bool {
    guard let index else { return false }
    switch subscriptions[index].phase {
    case .active, .gracePeriod, .billingRetry: return true
    case .expired, .revoked: return false
    }
  }

  /// Returns the introductory offer: one for each customer and group, for life, and not for
  /// subscribers (AppleFacts.md § 5.1).
  private func introductoryOffer(
    on product: StoreProduct, _ index: Int?, _ plan: StoreBillingPlan
  ) -> StoreOffer? {
    if isSubscribed(index) { return nil }
    let bought = index.map { history(of: subscriptions[$0]) } ?? []
    let hadOne = bought.contains { $0.offer?.kind == .introductory }
    return hadOne ? nil : configuredIntroductory(on: product, plan)
  }

  func configuredIntroductory(
    on product: StoreProduct, _ plan: StoreBillingPlan
  ) -> StoreOffer? {
    catalog.offers.first {
      $0.kind == .introductory && $0.products.contains(product.id) && $0.window.contains(now)
        && $0.billingPlan == plan
    }
  }

  private func configured(
    _ id: String, _ kind: OfferKind, on product: StoreProduct, _ plan: StoreBillingPlan
  ) throws(StoreRefusal) -> StoreOffer {
    let all = catalog.offers.filter {
      $0.kind == kind && $0.id == id && $0.products.contains(product.id)
    }
    guard !all.isEmpty else { throw .unknownOffer(id, product: product.id) }
    guard let found = all.first(where: { $0.billingPlan == plan }) else {
      throw .notEligible(offer: id, .otherBillingPlan)
    }
    guard found.window.contains(now) else { throw .notEligible(offer: id, .notInItsDates) }
    return found
  }

  private func checkCode(
    _ offer: StoreOffer, _ product: StoreProduct, by buyer: Int, _ index: Int?
  ) throws(StoreRefusal) {
    let customer: CustomerClass =
      index == nil ? .new : isSubscribed(index) ? .existing : .expired
    guard offer.customers.contains(customer) else {
      throw .notEligible(offer: offer.id, .wrongCustomerClass)
    }
    let hadIt = ownSubscriptions(of: buyer).contains { index in
      let subscription = subscriptions[index]
      return subscription.pending?.offer.isSame(as: offer) == true
        || subscription.transactions.contains {
          $0.offer?.kind == .offerCode && $0.offer?.id == offer.id
        }
    }
    if hadIt { throw .notEligible(offer: offer.id, .alreadyRedeemed) }
    if let index, isSubscribed(index), isDowngrade(product, index) {
      throw .notEligible(offer: offer.id, .wouldDowngrade)
    }
  }

  /// The win-back offers that a lapsed customer may have now, the best first: by priority, and
  /// then by id.
  func eligibleWinBackOffers(of subscription: StoreSubscription) -> [String] {
    guard case .expired = subscription.phase else { return [] }
    let offers = catalog.offers.filter { offer in
      offer.kind == .winBack && offer.window.contains(now)
        && offer.products.contains {
          catalog.products[$0]?.subscription?.groupId == subscription.groupId
        }
        && meetsTerms(of: offer, subscription)
    }
    var ids: [String] = []
    for priority in [WinBackPriority.high, .normal] {
      let some = offers.filter { ($0.winBack?.priority ?? .normal) == priority }.map(\.id).sorted()
      for id in some where !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Apple's terms of a win-back offer, for a subscription that ended (AppleFacts.md § 5.3).
  private func meetsTerms(of offer: StoreOffer, _ subscription: StoreSubscription) -> Bool {
    guard case .expired = subscription.phase else { return false }
    guard let terms = offer.winBack else { return true }
    let end = subscription.endOfLastPeriod
    let bought = history(of: subscription)
    if let needed = terms.paidFor, let first = bought.first?.purchaseDate {
      guard first.adding(needed) <= first.adding(bought.paidTime) else { return false }
    }
    if let least = terms.lapsedAtLeast, now < end.adding(least) { return false }
    if let most = terms.lapsedAtMost, now > end.adding(most) { return false }
    if let wait = terms.sinceLast {
      let last = bought.last {
        $0.offer?.kind == .winBack && $0.offer?.id == offer.id
      }
      if let ended = last?.expiresDate, now < ended.adding(wait) { return false }
    }
    return true
  }
}

extension StoreOffer {
  fileprivate func isSame(as other: StoreOffer) -> Bool { kind == other.kind && id == other.id }
}

extension [StoreTransaction] {
  /// The length of all periods that were paid and not refunded.
  fileprivate var paidTime: Period {
    reduce(Period()) { sum, transaction in
      guard transaction.price > 0, transaction.revocation == nil,
        let period = transaction.period
      else { return sum }
      return Period(months: sum.months + period.months, days: sum.days + period.days)
    }
  }
}
