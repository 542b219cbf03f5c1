internal import PaywallCatalog
internal import YAMLText

enum OffersFileKey: String, FileKey { case offers }

extension OfferKey {
  static func help(for key: String) -> String? {
    switch key {
    case "start": "write 'from'"
    case "end": "write 'until'"
    case "schedule": "write 'from' and 'until' here, without '\(key)'"
    default: nil
    }
  }
}

enum OfferKey: String, FileKey {
  case kind, id, products, billingPlan, payment, period, cycles, audience, limit, from, until, again
  case appStoreId, requires, priority, customers, url
  case window
}

enum LimitKey: String, FileKey { case perCustomer, every, perDay, signInPaywall, attempts }

enum AttemptsKey: String, FileKey { case client, server }

enum RequiresKey: String, FileKey { case paidFor, lapsedFor, sinceLast }

enum LapsedKey: String, FileKey { case atLeast, atMost }

/// An offer with the places of the products it is on.
struct DeclaredOffer {
  var value: Offer
  var places: Places<OfferKey>
  var products: [Located<String>]
}

extension DeclaredOffer {
  /// Reads `store/offers.yaml`.
  static func all(_ file: MappingReader<OffersFileKey>) -> NamedValues<DeclaredOffer> {
    file.named(
      .offers, "offers", usedBy: .offer, "Subscription offers, by a name of yours.",
      help: "write 'offers: {}' for none", of: offer)
  }

  private static func offer(_ name: EntityName) -> NodeDecoder<DeclaredOffer> {
    .mapping("an offer", named: name.range, rules: { $0.holding(OfferShape.rules) }) { keys in
      DeclaredOffer(name.text, keys)
    }
  }

  private init?(_ name: String, _ keys: MappingReader<OfferKey>) {
    let kind: OfferKind? = keys.required(
      .kind, .choice, "Apple's kind of offer.",
      help: "write 'kind: introductory', promotional, winBack or offerCode")
    let product = NodeDecoder<String>.reference(.product).located
    let products: [Located<String>]? = keys.required(
      .products, .some(of: product, help: "name the products that have it"),
      "The products that have this offer.",
      help: "list the products that have this offer in App Store Connect")
    let payment: OfferPayment? = keys.optional(.payment, .choice, "The way the offer is paid.")
    let offer = Offer(
      key: name,
      id: keys.optional(
        .id, .storeIdentifier("an offer identifier", example: "loyalty_20"),
        "The offer's identifier in App Store Connect; the name above if left out.") ?? name,
      kind: kind ?? .promotional, products: products?.map(\.value) ?? [],
      billingPlan: keys.optional(
        .billingPlan, .choice, default: .upFront,
        "The plan that has it; monthly is a year that is paid by the month, with a commitment."),
      payment: payment,
      period: keys.optional(
        .period, .period.examples(OfferShape.periods.map(\.description)),
        "The duration, or one billing period of payAsYouGo, like P1W."),
      cycles: keys.optional(
        .cycles, .integer(1...12), default: 1,
        "The number of billing periods of a payAsYouGo offer."),
      audience: keys.optional(
        .audience, .condition, "The visitors to give it to: an audience, or a condition."),
      limit: keys.optional(.limit, .limit, "The limits on how often it is given."),
      window: TimeWindow(
        keys, .from, .until, formerly: .window, FormerWindowKey.from, FormerWindowKey.until),
      again: keys.optional(
        .again, default: false,
        "Whether a customer who had one may have it again; needs a limit."),
      winBack: keys.has(kind, .winBack) ? WinBackTerms(keys) : nil,
      code: keys.has(kind, .offerCode) ? OfferCodeTerms(keys) : nil)
    guard let kind, let products else { return nil }
    OfferShape(keys: keys, offer: offer, kind: kind).check()
    self.init(value: offer, places: keys.places, products: products)
  }
}

extension MappingReader<OfferKey> {
  /// Whether the keys of offers of this kind are read; all are described.
  fileprivate func has(_ kind: OfferKind?, _ wanted: OfferKind) -> Bool {
    kind == wanted || description != nil
  }
}

extension WinBackTerms {
  fileprivate init(_ keys: MappingReader<OfferKey>) {
    let priority: WinBackPriority = keys.optional(
      .priority, .choice, default: .normal, "The rank of the offer where several fit.")
    let appStoreId = keys.optional(
      .appStoreId, .integer(1...Int64.max),
      "The numeric id of the offer, for the link that redeems it.")
    self =
      keys.optional(
        .requires, .requires, "The requirements on customers in App Store Connect."
      )
      ?? WinBackTerms()
    self.priority = priority
    self.appStoreId = appStoreId
  }
}

extension NodeDecoder where Value == WinBackTerms {
  /// The terms in `requires`, without those that are written beside it.
  fileprivate static var requires: NodeDecoder {
    .mapping("'requires'") { (keys: MappingReader<RequiresKey>) in
      var terms = WinBackTerms()
      terms.paidFor = keys.optional(
        .paidFor, .period, "The least time that the customer has paid for.")
      terms.sinceLast = keys.optional(
        .sinceLast, .period, "The least time since the customer had such an offer.")
      let lapsed = keys.optional(.lapsedFor, .lapsed, "The time since the subscription ended.")
      terms.lapsedAtLeast = lapsed?.atLeast
      terms.lapsedAtMost = lapsed?.atMost
      return terms
    }
  }
}

private struct Lapsed {
  var atLeast: Period?
  var atMost: Period?
}

extension NodeDecoder where Value == Lapsed {
  fileprivate static var lapsed: NodeDecoder {
    .mapping("'lapsedFor'") { (keys: MappingReader<LapsedKey>) in
      let lapsed = Lapsed(
        atLeast: keys.optional(.atLeast, .period, "At least this long."),
        atMost: keys.optional(.atMost, .period, "At most this long."))
      if let least = lapsed.atLeast, let most = lapsed.atMost,
        least.approximateSeconds > most.approximateSeconds
      {
        keys.context.error(
          .contradiction, at: keys.places.whole,
          "no customer has lapsed for at least \(least) and at most \(most)",
          help: "swap the two")
      }
      return lapsed
    }
  }
}

extension OfferCodeTerms {
  fileprivate init(_ keys: MappingReader<OfferKey>) {
    let customers: [CustomerClass]? = keys.optional(
      .customers, .some(of: .choice, help: "name at least one class of customers"),
      "The customers who may redeem the code, as in App Store Connect.")
    if !keys.has(.customers) {
      keys.reportMissing(
        .customers, help: "write who may redeem it, like 'customers: [new, expired]'")
    }
    self.init(
      customers: customers ?? [],
      url: keys.optional(.url, .httpsURL, "The link that redeems the code."))
  }
}

extension NodeDecoder where Value == OfferLimit {
  fileprivate static var limit: NodeDecoder {
    .mapping(
      "a limit",
      rules: {
        $0.withOne(of: [LimitKey.perCustomer, .perDay, .attempts]).holding([
          .rule(if: .needs([LimitKey.every]), then: .needs([LimitKey.perCustomer])),
          .rule(if: .needs([LimitKey.signInPaywall]), then: .needs([LimitKey.perDay])),
        ])
      }, limit)
  }

  private static func limit(_ keys: MappingReader<LimitKey>) -> OfferLimit {
    let limit = OfferLimit(
      perCustomer: keys.optional(
        .perCustomer, .integer(1...1_000_000), "The number of times that one customer may have it."),
      every: keys.optional(
        .every, .period, "The time in which perCustomer counts; ever, if left out."),
      perDay: keys.optional(
        .perDay, .integer(1...1_000_000_000), "The number that is given on one day."),
      signInPaywall: keys.optional(
        .signInPaywall, default: false,
        "Signs the offer with the paywall, so that showing it uses one grant of the day."),
      attempts: keys.optional(
        .attempts, .attempts, "The number of signatures that one grant allows in its 24 hours.")
        ?? AttemptLimit())
    if !keys.has(.perCustomer), !keys.has(.perDay), !keys.has(.attempts) {
      keys.context.error(
        .missingKey, at: keys.places.whole, "this limit limits nothing",
        help: "write 'perCustomer: 1' or 'perDay: 500', or remove it")
    } else if !keys.has(.perCustomer) {
      keys.refuse(
        [.every], because: "is the time in which 'perCustomer' counts",
        help: "write 'perCustomer' too, or remove it")
    }
    if !keys.has(.perDay) {
      keys.refuse(
        [.signInPaywall], because: "changes only where an offer with 'perDay' is signed",
        help: "write 'perDay' too, or remove it")
    }
    return limit
  }
}

extension NodeDecoder where Value == AttemptLimit {
  fileprivate static var attempts: NodeDecoder {
    .mapping("'attempts'", rules: { $0.withOne(of: AttemptsKey.allCases) }) {
      (keys: MappingReader<AttemptsKey>) in
      let limit = AttemptLimit(
        client: keys.optional(
          .client, .integer(AttemptLimit.clientRange), default: AttemptLimit.clientDefault,
          "The signatures for an app; those in paywall answers are counted apart."),
        server: keys.optional(
          .server, .integer(AttemptLimit.serverRange), default: AttemptLimit.serverDefault,
          "The signatures for your server; those in paywall answers are counted apart."))
      if !keys.has(.client), !keys.has(.server) {
        keys.context.error(
          .missingKey, at: keys.places.whole, "these attempts limit nothing",
          help: "write 'client: 12' or 'server: 100', or remove it: those are the defaults")
      }
      return limit
    }
  }
}
