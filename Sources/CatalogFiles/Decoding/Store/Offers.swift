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
  /// The offers of `store/offers.yaml`, and their names, including those with mistakes.
  static func all(
    in root: Node, _ context: DecodingContext, _ vocabulary: Vocabulary
  ) -> (offers: [DeclaredOffer], names: Set<String>) {
    guard let file = MappingReader<OffersFileKey>(root, context, as: "offers.yaml") else {
      return ([], [])
    }
    if !file.has(.offers) { file.reportMissing(.offers, help: "write 'offers: {}' for none") }
    let entries = file.members(.offers, what: "offers")
    let offers = entries.compactMap {
      DeclaredOffer($0, context.used(by: Entity(.offer, $0.name)), vocabulary)
    }
    return (offers, Set(entries.map(\.name)))
  }

  private init?(_ entry: NamedNode, _ context: DecodingContext, _ vocabulary: Vocabulary) {
    guard
      let keys = MappingReader<OfferKey>(entry.node, context, as: "an offer", named: entry.range)
    else { return nil }
    let kind: OfferKind? = keys.required(
      .kind, .choice, help: "write 'kind: introductory', promotional, winBack or offerCode")
    let products: [Located<String>]? = keys.required(
      .products,
      .some(
        of: NodeDecoder<String>.reference(.product).located, help: "name the products that have it"),
      help: "list the products that have this offer in App Store Connect")
    let payment: OfferPayment? = keys.optional(.payment, .choice)
    let offer = Offer(
      key: entry.name,
      id: keys.optional(.id, .storeIdentifier("an offer identifier", example: "loyalty_20"))
        ?? entry.name,
      kind: kind ?? .promotional, products: products?.map(\.value) ?? [],
      billingPlan: keys.optional(.billingPlan, .choice) ?? .upFront, payment: payment,
      period: keys.optional(.period, .period),
      cycles: keys.optional(.cycles, .integer(1...12)) ?? 1,
      audience: keys.optional(.audience, .condition(vocabulary)),
      limit: keys.node(.limit).flatMap { OfferLimit($0, context) },
      window: TimeWindow(
        keys, .from, .until, formerly: .window, FormerWindowKey.from, FormerWindowKey.until),
      again: keys.optional(.again, .boolean) ?? false,
      winBack: kind == .winBack ? WinBackTerms(keys) : nil,
      code: kind == .offerCode ? OfferCodeTerms(keys) : nil)
    guard let kind, let products else { return nil }
    OfferShape(keys: keys, offer: offer, kind: kind).check()
    self.init(value: offer, places: keys.places, products: products)
  }
}

extension WinBackTerms {
  fileprivate init(_ keys: MappingReader<OfferKey>) {
    self.init(
      priority: keys.optional(.priority, .choice) ?? .normal,
      appStoreId: keys.optional(.appStoreId, .integer(1...Int64.max)))
    guard let node = keys.node(.requires),
      let terms = MappingReader<RequiresKey>(node, keys.context, as: "'requires'")
    else { return }
    paidFor = terms.optional(.paidFor, .period)
    sinceLast = terms.optional(.sinceLast, .period)
    guard let node = terms.node(.lapsedFor),
      let lapsed = MappingReader<LapsedKey>(node, keys.context, as: "'lapsedFor'")
    else { return }
    lapsedAtLeast = lapsed.optional(.atLeast, .period)
    lapsedAtMost = lapsed.optional(.atMost, .period)
    guard let least = lapsedAtLeast, let most = lapsedAtMost,
      least.approximateSeconds > most.approximateSeconds
    else { return }
    keys.context.error(
      .contradiction, at: node.range,
      "no customer has lapsed for at least \(least) and at most \(most)",
      help: "swap the two")
  }
}

extension OfferCodeTerms {
  fileprivate init(_ keys: MappingReader<OfferKey>) {
    let customers: [CustomerClass]? = keys.required(
      .customers, .some(of: .choice, help: "name at least one class of customers"),
      help: "write who may redeem it, like 'customers: [new, expired]'")
    self.init(customers: customers ?? [], url: keys.optional(.url, .httpsURL))
  }
}

extension OfferLimit {
  fileprivate init?(_ node: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<LimitKey>(node, context, as: "a limit") else { return nil }
    self.init(
      perCustomer: keys.optional(.perCustomer, .integer(1...1_000_000)),
      every: keys.optional(.every, .period),
      perDay: keys.optional(.perDay, .integer(1...1_000_000_000)),
      signInPaywall: keys.optional(.signInPaywall, .boolean) ?? false,
      attempts: keys.node(.attempts).flatMap { AttemptLimit($0, context) } ?? AttemptLimit())
    if !keys.has(.perCustomer), !keys.has(.perDay), !keys.has(.attempts) {
      context.error(
        .missingKey, at: node.range, "this limit limits nothing",
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
  }
}

extension AttemptLimit {
  fileprivate init?(_ node: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<AttemptsKey>(node, context, as: "'attempts'") else { return nil }
    self.init(
      client: keys.optional(.client, .integer(Self.clientRange)) ?? Self.clientDefault,
      server: keys.optional(.server, .integer(Self.serverRange)) ?? Self.serverDefault)
    if !keys.has(.client), !keys.has(.server) {
      context.error(
        .missingKey, at: node.range, "these attempts limit nothing",
        help: "write 'client: 12' or 'server: 100', or remove it: those are the defaults")
    }
  }
}
