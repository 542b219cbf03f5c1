import PaywallCatalog
import PaywallTextCoding

extension ToldEvent {
  /// The messages of an event in RevenueCat's vocabulary: the first has the event's id, the others
  /// an id with their place.
  func revenueCat(in snapshot: Snapshot) -> [WebhookMessage] {
    let purchase = RevenueCatPurchase(data, in: snapshot)
    return revenueCatEvents(of: purchase).enumerated().map { index, event in
      let id = index == 0 ? id : "\(id).\(index + 1)"
      let common: [Content.Member] = [
        .init("type", .text(event.type)), .init("id", .text(id)),
        .init("app_id", .text(snapshot.app.bundleId)),
        .init("event_timestamp_ms", .integer(at.milliseconds)),
      ]
      let shared = event.isOfPurchase ? purchase.members(of: event, at: at) : []
      let members = common + shared + event.own
      let body = Content.object([
        .init("api_version", .text("1.0")), .init("event", .object(members)),
      ])
      return WebhookMessage(id: id, body: JSONText { $0.content(body) }.bytes)
    }
  }

  /// By the flows of RevenueCat's documentation. A refund is told only if it came before the end of
  /// the period, as RevenueCat tells that of the latest period alone.
  private func revenueCatEvents(of purchase: RevenueCatPurchase) -> [RevenueCatEvent] {
    switch WebhookEventType(rawValue: type) {
    case .subscriptionStarted: [.init("INITIAL_PURCHASE", .paid)]
    case .subscriptionRenewed: [renewal(isConversion: purchase.isAfterTrial)]
    case .subscriptionProductChanged:
      [
        .productChange(from: purchase["previousProductId"], to: purchase.productId),
        renewal(isConversion: false),
      ]
    case .subscriptionProductChangeScheduled:
      [.productChange(from: purchase.productId, to: purchase["nextProductId"])]
    case .subscriptionCancelled: [.cancellation("UNSUBSCRIBE")]
    case .subscriptionUncancelled: [.init("UNCANCELLATION")]
    case .subscriptionBillingIssue: billingIssue(purchase.moment("gracePeriodExpiresAt"))
    case .subscriptionExpired: [.expiration(purchase.expirationReason)]
    case .subscriptionExtended: [.init("SUBSCRIPTION_EXTENDED")]
    case .purchaseMade: [.init("NON_RENEWING_PURCHASE", .paid)]
    case .purchaseRefunded: refund(of: purchase)
    case .purchaseRefundReversed: [.init("REFUND_REVERSED", .paid)]
    case .experimentEnrolled: [purchase.enrolment(at: at)]
    case .entitlementChanged, .balanceChanged, .balanceOverdrawn, .offerGranted, .offerRedeemed,
      .offerFullPrice, .refundAnswered,
      .experimentStarted, .experimentStopped, .experimentBroken, .ledgerSilent:
      []
    case nil: type == "webhook.test" ? [.init("TEST")] : []
    }
  }

  private func renewal(isConversion: Bool) -> RevenueCatEvent {
    .init("RENEWAL", .paid, [.init("is_trial_conversion", .boolean(isConversion))])
  }

  private func billingIssue(_ grace: Content) -> [RevenueCatEvent] {
    let events: [RevenueCatEvent] = [
      .init("BILLING_ISSUE", own: [.init("grace_period_expiration_at_ms", grace)]),
      .cancellation("BILLING_ERROR"),
    ]
    return grace == .null ? events + [.expiration("BILLING_ERROR")] : events
  }

  private func refund(of purchase: RevenueCatPurchase) -> [RevenueCatEvent] {
    let cancellation = RevenueCatEvent.cancellation("CUSTOMER_SUPPORT", .refunded)
    guard case .integer(let end) = purchase.moment("expiresAt") else { return [cancellation] }
    guard case .integer(let refunded) = purchase.moment("refundedAt"), refunded < end else {
      return []
    }
    return [cancellation, .expiration("CUSTOMER_SUPPORT", .ended)]
  }
}
