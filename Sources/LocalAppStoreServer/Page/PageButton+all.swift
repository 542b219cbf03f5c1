import LocalAppStore
import PaywallAPI
import PaywallCatalog

extension PageButton {
  static func button(_ id: String) -> PageButton? { all.first { $0.id == id } }

  static let all: [PageButton] = [
    PageButton(
      id: "day", verb: "advance", label: "1 day", place: .clock, fixed: ["by": .text("P1D")]),
    PageButton(
      id: "week", verb: "advance", label: "1 week", place: .clock, fixed: ["by": .text("P7D")]),
    PageButton(
      id: "month", verb: "advance", label: "1 month", place: .clock, fixed: ["by": .text("P1M")]),
    PageButton(
      id: "year", verb: "advance", label: "1 year", place: .clock, fixed: ["by": .text("P1Y")]),
    PageButton(id: "next", verb: "advance", label: "To the next event", place: .nextEvent),
    PageButton(
      id: "test", verb: "test-notification", label: "Test notification", place: .clock),
    PageButton(
      id: "rate", verb: "rate", label: "Set", place: .rate,
      fields: [
        PageField(
          "rate", "Each second",
          .choice([
            ("0", "the clock stands"), ("60", "a minute passes"), ("3600", "an hour passes"),
            ("86400", "a day passes"),
          ]), sends: .number)
      ]),
    PageButton(
      id: "new", verb: "customer", label: "Add", place: .newCustomer,
      fields: [
        PageField("id", "Name of a new customer", .line(most: 200), isRequired: true),
        PageField(
          "storefront", "Storefront", .choice(Storefront.all.map { ($0.country, $0.country) })),
      ]),
    PageButton(
      id: "card-fails", verb: "card", label: "Card fails", place: .customer,
      fixed: ["works": .boolean(false)], isShown: { $0.cardWorks }),
    PageButton(
      id: "card-works", verb: "card", label: "Card works again", place: .customer,
      fixed: ["works": .boolean(true)], isPrimary: true, isShown: { !$0.cardWorks }),
    PageButton(
      id: "asks", verb: "ask-to-buy", label: "Has to ask before buying", place: .customer,
      fixed: ["asks": .boolean(true)], isShown: { !$0.asksToBuy }),
    PageButton(
      id: "asks-no-more", verb: "ask-to-buy", label: "Buys without asking", place: .customer,
      fixed: ["asks": .boolean(false)], isShown: { $0.asksToBuy }),
    PageButton(
      id: "reinstall", verb: "reinstall", label: "Install the app again", place: .customer),
    PageButton(
      id: "new-device", verb: "reinstall", label: "Install it on a new device", place: .customer,
      fixed: ["newDevice": .boolean(true)]),
    PageButton(
      id: "restore", verb: "restore", label: "Restore purchases", place: .customer),
    PageButton(
      id: "leave-family", verb: "leave-family", label: "Leave the family", place: .customer,
      isShown: { $0.isInFamily }),
    PageButton(
      id: "join-family", verb: "join-family", label: "Join", place: .customer,
      fields: [
        PageField("organizer", "The family of", .line(most: 200), isRequired: true)
      ], isShown: { !$0.isInFamily }),
    PageButton(
      id: "rescind", verb: "rescind-consent", label: "A parent withdraws consent",
      place: .customer),
    PageButton(
      id: "redeem", verb: "redeem", label: "Redeem", place: .customer,
      fields: [PageField("url", "Address of an offer code", .line(most: 500), isRequired: true)]),
    PageButton(
      id: "approve", verb: "approve", label: "Approve", place: .pending, isPrimary: true),
    PageButton(id: "decline", verb: "decline", label: "Decline", place: .pending),
    PageButton(
      id: "buy", verb: "buy", label: "Buy", place: .buy,
      fields: [
        PageField("appAccountToken", "Account token (a UUID)", .line(most: 36)),
        PageField("quantity", "Quantity", .number(1, 10), sends: .number),
        PageField("seats", "Seats", .number(1, SeatTerms.mostSeats), sends: .number),
        PageField(
          "billingPlan", "Paid", .choice([("", "at once"), ("MONTHLY", "by the month")])),
        PageField("jws", "Signed text of a promotional offer (JWS)", .area),
      ]),
    PageButton(
      id: "cancel", verb: "cancel", label: "Cancel", place: .subscription,
      isShown: { $0.isRunning && $0.autoRenews }),
    PageButton(
      id: "resume", verb: "resume", label: "Resume", place: .subscription,
      isShown: { $0.isRunning && !$0.autoRenews }),
    PageButton(
      id: "extend", verb: "extend", label: "Extend", place: .subscription,
      fields: [PageField("days", "Days", .number(1, 90), isRequired: true, sends: .number)],
      isShown: { $0.isActive }),
    PageButton(
      id: "renewal-seats", verb: "renewal-seats", label: "Change what renews",
      place: .subscription, fields: [seats], isShown: { $0.hasSeats }),
    PageButton(
      id: "assign-seat", verb: "assign-seat", label: "Give a seat", place: .subscription,
      fields: [PageField("to", "To", .line(most: 200), isRequired: true)],
      isShown: { $0.hasSeats }),
    PageButton(
      id: "unassign-seat", verb: "unassign-seat", label: "Take a seat back",
      place: .subscription,
      fields: [PageField("from", "From", .line(most: 200), isRequired: true)],
      isShown: { $0.hasSeats }),
    PageButton(
      id: "leave-bundle", verb: "leave-bundle", label: "Leave the bundle", place: .subscription,
      isShown: { $0.isInBundle }),
    PageButton(
      id: "agree", verb: "agree", label: "Agree to the new price", place: .subscription,
      isPrimary: true, isShown: { $0.isAskedToAgree }),
    PageButton(
      id: "unshare", verb: "share", label: "Share no more", place: .subscription,
      fixed: ["shares": .boolean(false)], isShown: { $0.sharing == true }),
    PageButton(
      id: "share", verb: "share", label: "Share with the family", place: .subscription,
      fixed: ["shares": .boolean(true)], isShown: { $0.sharing == false }),
    PageButton(
      id: "unshare-purchase", verb: "share", label: "Share no more", place: .purchase,
      fixed: ["shares": .boolean(false)], isShown: { $0.sharing == true }),
    PageButton(
      id: "share-purchase", verb: "share", label: "Share with the family", place: .purchase,
      fixed: ["shares": .boolean(true)], isShown: { $0.sharing == false }),
    PageButton(
      id: "token", verb: "account-token", label: "Name the account", place: .original,
      fields: [
        PageField("appAccountToken", "Account token (a UUID)", .line(most: 36), isRequired: true)
      ]),
    PageButton(
      id: "refund", verb: "refund", label: "Refund", place: .transaction,
      isShown: { !$0.isRefunded }),
    PageButton(
      id: "refund-prorated", verb: "refund", label: "Refund the rest", place: .transaction,
      fixed: ["prorated": .boolean(true)], isShown: { !$0.isRefunded && $0.isCurrent }),
    PageButton(
      id: "decline-refund", verb: "decline-refund", label: "Decline the refund",
      place: .transaction, isShown: { $0.hasRequest }),
    PageButton(
      id: "reverse-refund", verb: "reverse-refund", label: "Undo the refund", place: .transaction,
      isShown: { $0.isReversible }),
    PageButton(
      id: "refund-seats", verb: "refund-seats", label: "Refund seats", place: .transaction,
      fields: [seats], isShown: { $0.hasSeatsLeft }),
    PageButton(
      id: "request-refund", verb: "request-refund", label: "Ask for a refund",
      place: .transaction,
      fields: [
        PageField(
          "reason", "Reason",
          .choice(
            ConsumptionReason.allCases.map {
              ($0.rawValue, $0.rawValue.replacing("_", with: " ").lowercased())
            }))
      ], isShown: { !$0.isRefunded && !$0.hasRequest }),
    PageButton(
      id: "extend-all", verb: "extend-all", label: "Extend all", place: .product,
      fields: [PageField("days", "Days", .number(1, 90), isRequired: true, sends: .number)],
      isShown: { $0.isSubscription }),
    PageButton(
      id: "price", verb: "price", label: "New price", place: .product, fields: priceFields,
      isShown: { $0.isForSale }),
    PageButton(
      id: "price-consent", verb: "price", label: "New price that needs consent", place: .product,
      fixed: ["consent": .boolean(true)], fields: priceFields,
      isShown: { $0.isForSale && $0.isSubscription }),
    PageButton(
      id: "monthly-plan", verb: "monthly-plan", label: "Sell it by the month too",
      place: .product, fields: [priceFields[0]], isShown: { $0.isForSale && $0.isYearly }),
    PageButton(
      id: "seat-terms", verb: "seat-terms", label: "The app invites holders of seats",
      place: .product, fixed: ["invitations": .text("DEVELOPER")],
      isShown: { $0.isForSale && $0.isSubscription }),
    PageButton(
      id: "join-bundle", verb: "join-bundle", label: "Buy it in a bundle", place: .product,
      fields: [PageField("bundle", "Bundle", .line(most: 200), isRequired: true), priceFields[0]],
      isShown: { $0.isForSale && $0.isSubscription }),
    PageButton(
      id: "withdraw", verb: "withdraw", label: "Take from sale", place: .product,
      isShown: { $0.isForSale }),
  ]

  private static let seats = PageField(
    "seats", "Seats", .number(1, SeatTerms.mostSeats), isRequired: true, sends: .number)

  private static let priceFields = [
    PageField(
      "price", "Price in thousandths", .number(0, 999_999_999), isRequired: true, sends: .number),
    PageField(
      "storefront", "Storefront",
      .choice([("", "everywhere")] + Storefront.all.map { ($0.country, $0.country) })),
  ]
}
