internal import PaywallCatalog

extension JSONSchema {
  /// `store/offers.yaml`.
  static var offers: JSONSchema {
    .object(OffersFileKey.self, required: [.offers]) { key in
      switch key {
      case .offers:
        .map(named: .name, to: offer).described("Subscription offers, by a name of yours.")
      }
    }
  }

  private static var offer: JSONSchema {
    JSONSchema.object(OfferKey.self, required: [.kind, .products], value)
      .holding(OfferKind.allCases.map(shape) + limits)
  }

  private static func value(of key: OfferKey) -> JSONSchema {
    switch key {
    case .kind: .choice(OfferKind.self).described("Apple's kind of offer.")
    case .id:
      .storeIdentifier
        .described("The offer's identifier in App Store Connect; the name above if left out.")
    case .products:
      .list(of: .ref("product"), atLeast: 1).described("The products that have this offer.")
    case .billingPlan:
      .choice(BillingPlan.self).byDefault(.text(BillingPlan.upFront.rawValue))
        .described(
          "The plan that has it; monthly is a year that is paid by the month, with a commitment.")
    case .payment: .choice(OfferPayment.self).described("How the offer is paid.")
    case .period:
      .ref("period").examples(OfferShape.periods.map(\.description))
        .described("How long it lasts, or one billing period of payAsYouGo, like P1W.")
    case .cycles:
      .integer(from: 1, to: 12).byDefault(.integer(1))
        .described("For how many billing periods a payAsYouGo offer runs.")
    case .audience:
      .ref("condition").described("Whom you would give it to: an audience, or a condition.")
    case .limit: limit.described("How often it is given.")
    case .from: .start
    case .until: .end
    case .window: .formerWindow(FormerWindowKey.self) { $0 == .from }
    case .again:
      .ref("boolean").byDefault(.boolean(false))
        .described("Whether a customer who had one may have it again; needs a limit.")
    case .appStoreId:
      .integer(from: 1).described("The numeric id of the offer, for the link that redeems it.")
    case .requires:
      requires.described("What App Store Connect asks of a customer before it gives the offer.")
    case .priority:
      .choice(WinBackPriority.self).byDefault(.text(WinBackPriority.normal.rawValue))
        .described("Which offer comes first where several fit.")
    case .customers:
      .list(of: .choice(CustomerClass.self), atLeast: 1)
        .described("Who may redeem the code, as App Store Connect has it.")
    case .url: .plain(Patterns.url).described("The link that redeems the code.")
    }
  }

  private static var limit: JSONSchema {
    let limit = JSONSchema.object(LimitKey.self) { key in
      switch key {
      case .perCustomer:
        .integer(from: 1, to: 1_000_000).described("How often one customer may have it.")
      case .every:
        .ref("period").described("The time in which perCustomer counts; ever, if left out.")
      case .perDay:
        .integer(from: 1, to: 1_000_000_000).described("How many are given on one day.")
      case .signInPaywall:
        .ref("boolean").byDefault(.boolean(false))
          .described("Signs the offer with the paywall, so that showing it takes one of the day.")
      case .attempts:
        attempts.described("How many signatures one grant allows in its 24 hours.")
      }
    }
    return limit.withOne(of: [LimitKey.perCustomer, .perDay, .attempts]).holding([
      .rule(if: .needs([LimitKey.every]), then: .needs([LimitKey.perCustomer])),
      .rule(if: .needs([LimitKey.signInPaywall]), then: .needs([LimitKey.perDay])),
    ])
  }

  private static var attempts: JSONSchema {
    JSONSchema.object(AttemptsKey.self) { key in
      switch key {
      case .client:
        count(in: AttemptLimit.clientRange, byDefault: AttemptLimit.clientDefault)
          .described("To an app; those in paywall answers are counted apart.")
      case .server:
        count(in: AttemptLimit.serverRange, byDefault: AttemptLimit.serverDefault)
          .described("To your server; those in paywall answers are counted apart.")
      }
    }.withOne(of: [AttemptsKey.client, .server])
  }

  private static func count(in range: ClosedRange<Int>, byDefault value: Int) -> JSONSchema {
    .integer(from: Int64(range.lowerBound), to: Int64(range.upperBound))
      .byDefault(.integer(Int64(value)))
  }

  private static var requires: JSONSchema {
    .object(RequiresKey.self) { key in
      switch key {
      case .paidFor: .ref("period").described("For how long the customer has paid, at least.")
      case .lapsedFor:
        JSONSchema.object(LapsedKey.self) { key in
          switch key {
          case .atLeast: .ref("period").described("At least this long.")
          case .atMost: .ref("period").described("At most this long.")
          }
        }.described("How long ago the subscription ended.")
      case .sinceLast:
        .ref("period").described("How long ago the customer had such an offer, at least.")
      }
    }
  }

  /// What an offer of this kind needs, and what only others may have.
  private static func shape(of kind: OfferKind) -> JSONSchema {
    let allowed = OfferShape.allowed[kind] ?? []
    let needed: [OfferKey]
    switch kind {
    case .introductory, .winBack: needed = [.payment, .period]
    case .promotional: needed = [.payment, .period, .audience]
    case .offerCode: needed = [.customers]
    }
    return .when(
      OfferKey.kind, is: [kind.rawValue], needs: needed,
      refuses: OfferKey.allCases.filter { !allowed.contains($0) })
  }

  /// Only an introductory offer that may be given again has a limit, and needs one of its
  /// frequency; only payAsYouGo has several periods.
  private static var limits: [JSONSchema] {
    let introductory: JSONSchema = ["const": .text(OfferKind.introductory.rawValue)]
    let isOnePeriod: JSONSchema = [
      "enum": .texts([OfferPayment.freeTrial.rawValue, OfferPayment.payUpFront.rawValue])
    ]
    return [
      .rule(
        if: .has(OfferKey.again, ["const": .boolean(true)]),
        then: .has(
          OfferKey.limit,
          JSONSchema.anything.withOne(of: [LimitKey.perCustomer, .perDay]))),
      .rule(
        if: .has(OfferKey.kind, introductory, and: [.limit]), then: .needs([OfferKey.again])),
      .rule(
        if: .has(OfferKey.payment, isOnePeriod, and: [.cycles]),
        then: .has(OfferKey.cycles, ["maximum": .integer(1)])),
    ]
  }
}
