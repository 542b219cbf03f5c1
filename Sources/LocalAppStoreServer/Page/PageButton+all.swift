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
      PageButton("day", "1 day", does: "advance", fixed: ["by": .text("P1D")]),
      PageButton("week", "1 week", does: "advance", fixed: ["by": .text("P7D")]),
      PageButton("month", "1 month", does: "advance", fixed: ["by": .text("P1M")]),
      PageButton("year", "1 year", does: "advance", fixed: ["by": .text("P1Y")]),
      PageButton("test", "Test notification", does: "test-notification"),
    ],
    .nextEvent: [PageButton("next", "To the next event", does: "advance")],
    .rate: [PageButton("rate", "Set", fields: [rate])],
    .newCustomer: [
      PageButton(
        "new", "Add", does: "customer",
        fields: [
          PageField("id", "Name of a new customer", .line(most: 200), isRequired: true),
          PageField("storefront", "Storefront", .choice(storefronts)),
        ])
    ],
    .customer: ofCustomer,
    .pending: [
      PageButton("approve", "Approve", isPrimary: true),
      PageButton("decline", "Decline"),
    ],
    .buy: [
      PageButton(
        "buy", "Buy",
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
    .cancellation: ofCancellation,
    .review: [
      PageButton("review-approve", "Approve", does: "review", fixed: ["state": .text("APPROVED")]) {
        !$0.isApproved
      },
      PageButton("review-reject", "Reject", does: "review", fixed: ["state": .text("REJECTED")]) {
        !$0.isRejected
      },
    ],
    .purchase: sharing("-purchase"),
    .original: [
      PageButton(
        "token", "Name the account", does: "account-token",
        fields: [
          PageField("appAccountToken", "Account token (a UUID)", .line(most: 36), isRequired: true)
        ])
    ],
    .transaction: ofTransaction,
    .product: ofProduct,
  ]

  private static let ofCustomer = [
    PageButton("card-fails", "Card fails", does: "card", fixed: ["works": .boolean(false)]) {
      $0.cardWorks
    },
    PageButton(
      "card-works", "Card works again", does: "card", fixed: ["works": .boolean(true)],
      isPrimary: true
    ) { !$0.cardWorks },
    PageButton(
      "asks", "Has to ask before buying", does: "ask-to-buy", fixed: ["asks": .boolean(true)]
    ) { !$0.asksToBuy },
    PageButton(
      "asks-no-more", "Buys without asking", does: "ask-to-buy", fixed: ["asks": .boolean(false)]
    ) { $0.asksToBuy },
    PageButton("reinstall", "Install the app again"),
    PageButton(
      "new-device", "Install it on a new device", does: "reinstall",
      fixed: ["newDevice": .boolean(true)]),
    PageButton("restore", "Restore purchases"),
    PageButton("leave-family", "Leave the family") { $0.isInFamily },
    PageButton("join-family", "Join", fields: [name("organizer", "The family of")]) {
      !$0.isInFamily
    },
    PageButton("rescind", "A parent withdraws consent", does: "rescind-consent"),
    PageButton(
      "redeem", "Redeem",
      fields: [PageField("url", "Address of an offer code", .line(most: 500), isRequired: true)]),
  ]

  private static let ofSubscription = [
    PageButton("cancel", "Cancel", fixed: ["ask": .boolean(true)]) {
      $0.isRunning && $0.autoRenews && !$0.isAskedToStay
    },
    PageButton("resume", "Resume") { $0.isRunning && !$0.autoRenews },
    PageButton("extend", "Extend", fields: [days]) { $0.isActive },
    PageButton("renewal-seats", "Change what renews", fields: [seats]) { $0.hasSeats },
    PageButton("assign-seat", "Give a seat", fields: [name("to", "To")]) { $0.hasSeats },
    PageButton("unassign-seat", "Take a seat back", fields: [name("from", "From")]) { $0.hasSeats },
    PageButton("leave-bundle", "Leave the bundle") { $0.isInBundle },
    PageButton("agree", "Agree to the new price", isPrimary: true) { $0.isAskedToAgree },
  ]

  /// The decisions of a customer who reads a message before the cancellation.
  private static let ofCancellation = [
    PageButton(
      "accept", "Take it", does: "stay", fixed: ["accept": .boolean(true)], isPrimary: true
    ) { $0.hasProposal },
    PageButton("stay", "Keep the subscription"),
    PageButton("cancel-now", "Cancel the subscription", does: "cancel"),
  ]

  private static func sharing(_ kind: String) -> [PageButton] {
    [
      PageButton(
        "unshare\(kind)", "Share no more", does: "share", fixed: ["shares": .boolean(false)]
      ) { $0.sharing == true },
      PageButton(
        "share\(kind)", "Share with the family", does: "share", fixed: ["shares": .boolean(true)]
      ) { $0.sharing == false },
    ]
  }

  private static let ofTransaction = [
    PageButton("refund", "Refund") { !$0.isRefunded },
    PageButton(
      "refund-prorated", "Refund the rest", does: "refund", fixed: ["prorated": .boolean(true)]
    ) { !$0.isRefunded && $0.isCurrent },
    PageButton("decline-refund", "Decline the refund") { $0.hasRequest },
    PageButton("reverse-refund", "Undo the refund") { $0.isReversible },
    PageButton("refund-seats", "Refund seats", fields: [seats]) { $0.hasSeatsLeft },
    PageButton("request-refund", "Ask for a refund", fields: [reason]) {
      !$0.isRefunded && !$0.hasRequest
    },
  ]

  private static let ofProduct = [
    PageButton("extend-all", "Extend all", fields: [days]) { $0.isSubscription },
    PageButton("price", "New price", fields: prices) { $0.isForSale },
    PageButton(
      "price-consent", "New price that needs consent", does: "price",
      fixed: ["consent": .boolean(true)], fields: prices
    ) { $0.isForSale && $0.isSubscription },
    PageButton("monthly-plan", "Sell it by the month too", fields: [prices[0]]) {
      $0.isForSale && $0.isYearly
    },
    PageButton(
      "seat-terms", "The app invites holders of seats", fixed: ["invitations": .text("DEVELOPER")]
    ) { $0.isForSale && $0.isSubscription },
    PageButton("join-bundle", "Buy it in a bundle", fields: [name("bundle", "Bundle"), prices[0]]) {
      $0.isForSale && $0.isSubscription
    },
    PageButton("withdraw", "Take from sale") { $0.isForSale },
  ]
}

// The fields of several buttons, and fields with choices.
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
