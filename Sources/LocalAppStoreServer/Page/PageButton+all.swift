import HTTPDocuments
import LocalAppStore
import PaywallCatalog

extension PageButton {
  static func button(_ id: String) -> PageButton? { all.first { $0.id == id } }

  static let all: [PageButton] = byPlace.flatMap { place, buttons in
    buttons.map { button in
      var button = button
      button.place = place
      return button
    }
  }

  private static let byPlace: KeyValuePairs<Place, [PageButton]> = [
    .clock: [
      PageButton(id: "day", label: "1 day", does: "advance", fixed: ["by": .text("P1D")]),
      PageButton(id: "week", label: "1 week", does: "advance", fixed: ["by": .text("P7D")]),
      PageButton(id: "month", label: "1 month", does: "advance", fixed: ["by": .text("P1M")]),
      PageButton(id: "year", label: "1 year", does: "advance", fixed: ["by": .text("P1Y")]),
      PageButton(id: "test", label: "Test notification", does: "test-notification"),
    ],
    .nextEvent: [PageButton(id: "next", label: "To the next event", does: "advance")],
    .rate: [PageButton(id: "rate", label: "Set", fields: [rate])],
    .newCustomer: [
      PageButton(
        id: "new", label: "Add", does: "customer",
        fields: [
          PageField("id", "Name of a new customer", .line(most: 200), isRequired: true),
          PageField("storefront", "Storefront", .choice(storefronts)),
        ])
    ],
    .customer: ofCustomer,
    .pending: [
      PageButton(id: "approve", label: "Approve", isPrimary: true),
      PageButton(id: "decline", label: "Decline"),
    ],
    .buy: [
      PageButton(
        id: "buy", label: "Buy",
        fields: [
          PageField("appAccountToken", "Account token (a UUID)", .line(most: 36)),
          PageField("quantity", "Quantity", .number(1, 10), sends: .number),
          PageField("seats", "Seats", .number(1, SeatTerms.mostSeats), sends: .number),
          PageField(
            "billingPlan", "Paid", .choice([("", "at once"), ("MONTHLY", "by the month")])),
          PageField("jws", "Signed text of a promotional offer (JWS)", .area),
        ])
    ],
    .subscription: ofSubscription + sharing(""),
    .purchase: sharing("-purchase"),
    .original: [
      PageButton(
        id: "token", label: "Name the account", does: "account-token",
        fields: [
          PageField("appAccountToken", "Account token (a UUID)", .line(most: 36), isRequired: true)
        ])
    ],
    .transaction: ofTransaction,
    .product: ofProduct,
  ]

  private static let ofCustomer = [
    PageButton(
      id: "card-fails", label: "Card fails", does: "card", fixed: ["works": .boolean(false)],
      isShown: { $0.cardWorks }),
    PageButton(
      id: "card-works", label: "Card works again", does: "card",
      fixed: ["works": .boolean(true)], isPrimary: true, isShown: { !$0.cardWorks }),
    PageButton(
      id: "asks", label: "Has to ask before buying", does: "ask-to-buy",
      fixed: ["asks": .boolean(true)], isShown: { !$0.asksToBuy }),
    PageButton(
      id: "asks-no-more", label: "Buys without asking", does: "ask-to-buy",
      fixed: ["asks": .boolean(false)], isShown: { $0.asksToBuy }),
    PageButton(id: "reinstall", label: "Install the app again"),
    PageButton(
      id: "new-device", label: "Install it on a new device", does: "reinstall",
      fixed: ["newDevice": .boolean(true)]),
    PageButton(id: "restore", label: "Restore purchases"),
    PageButton(id: "leave-family", label: "Leave the family", isShown: { $0.isInFamily }),
    PageButton(
      id: "join-family", label: "Join", fields: [name("organizer", "The family of")],
      isShown: { !$0.isInFamily }),
    PageButton(id: "rescind", label: "A parent withdraws consent", does: "rescind-consent"),
    PageButton(
      id: "redeem", label: "Redeem",
      fields: [PageField("url", "Address of an offer code", .line(most: 500), isRequired: true)]),
  ]

  private static let ofSubscription = [
    PageButton(id: "cancel", label: "Cancel", isShown: { $0.isRunning && $0.autoRenews }),
    PageButton(id: "resume", label: "Resume", isShown: { $0.isRunning && !$0.autoRenews }),
    PageButton(id: "extend", label: "Extend", fields: [days], isShown: { $0.isActive }),
    PageButton(
      id: "renewal-seats", label: "Change what renews", fields: [seats],
      isShown: { $0.hasSeats }),
    PageButton(
      id: "assign-seat", label: "Give a seat", fields: [name("to", "To")],
      isShown: { $0.hasSeats }),
    PageButton(
      id: "unassign-seat", label: "Take a seat back", fields: [name("from", "From")],
      isShown: { $0.hasSeats }),
    PageButton(id: "leave-bundle", label: "Leave the bundle", isShown: { $0.isInBundle }),
    PageButton(
      id: "agree", label: "Agree to the new price", isPrimary: true,
      isShown: { $0.isAskedToAgree }),
  ]

  private static func sharing(_ kind: String) -> [PageButton] {
    [
      PageButton(
        id: "unshare\(kind)", label: "Share no more", does: "share",
        fixed: ["shares": .boolean(false)], isShown: { $0.sharing == true }),
      PageButton(
        id: "share\(kind)", label: "Share with the family", does: "share",
        fixed: ["shares": .boolean(true)], isShown: { $0.sharing == false }),
    ]
  }

  private static let ofTransaction = [
    PageButton(id: "refund", label: "Refund", isShown: { !$0.isRefunded }),
    PageButton(
      id: "refund-prorated", label: "Refund the rest", does: "refund",
      fixed: ["prorated": .boolean(true)], isShown: { !$0.isRefunded && $0.isCurrent }),
    PageButton(id: "decline-refund", label: "Decline the refund", isShown: { $0.hasRequest }),
    PageButton(id: "reverse-refund", label: "Undo the refund", isShown: { $0.isReversible }),
    PageButton(
      id: "refund-seats", label: "Refund seats", fields: [seats],
      isShown: { $0.hasSeatsLeft }),
    PageButton(
      id: "request-refund", label: "Ask for a refund", fields: [reason],
      isShown: { !$0.isRefunded && !$0.hasRequest }),
  ]

  private static let ofProduct = [
    PageButton(
      id: "extend-all", label: "Extend all", fields: [days], isShown: { $0.isSubscription }),
    PageButton(id: "price", label: "New price", fields: prices, isShown: { $0.isForSale }),
    PageButton(
      id: "price-consent", label: "New price that needs consent", does: "price",
      fixed: ["consent": .boolean(true)], fields: prices,
      isShown: { $0.isForSale && $0.isSubscription }),
    PageButton(
      id: "monthly-plan", label: "Sell it by the month too", fields: [prices[0]],
      isShown: { $0.isForSale && $0.isYearly }),
    PageButton(
      id: "seat-terms", label: "The app invites holders of seats",
      fixed: ["invitations": .text("DEVELOPER")],
      isShown: { $0.isForSale && $0.isSubscription }),
    PageButton(
      id: "join-bundle", label: "Buy it in a bundle",
      fields: [name("bundle", "Bundle"), prices[0]],
      isShown: { $0.isForSale && $0.isSubscription }),
    PageButton(id: "withdraw", label: "Take from sale", isShown: { $0.isForSale }),
  ]
}

// The fields of several buttons, and those with choices.
extension PageButton {
  private static func name(_ name: String, _ label: String) -> PageField {
    PageField(name, label, .line(most: 200), isRequired: true)
  }

  private static let seats = PageField(
    "seats", "Seats", .number(1, SeatTerms.mostSeats), isRequired: true, sends: .number)

  private static let days = PageField(
    "days", "Days", .number(1, 90), isRequired: true, sends: .number)

  private static let rate = PageField(
    "rate", "Each second",
    .choice([
      ("0", "the clock stands"), ("60", "a minute passes"), ("3600", "an hour passes"),
      ("86400", "a day passes"),
    ]), sends: .number)

  private static let reason = PageField(
    "reason", "Reason",
    .choice(
      ConsumptionReason.allCases.map {
        ($0.rawValue, $0.rawValue.replacing("_", with: " ").lowercased())
      }))

  private static let storefronts = Storefront.all.map { (value: $0.country, words: $0.country) }

  private static let prices = [
    PageField(
      "price", "Price in thousandths", .number(0, 999_999_999), isRequired: true, sends: .number),
    PageField(
      "storefront", "Storefront", .choice([(value: "", words: "everywhere")] + storefronts)),
  ]
}
