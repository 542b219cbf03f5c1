internal import PaywallCatalog
internal import YAMLText

/// The keys that an offer of each kind needs, and those that only other kinds may have.
struct OfferShape {
  let keys: MappingReader<OfferKey>
  let offer: Offer
  let kind: OfferKind

  func check() {
    refuseForeignKeys()
    requireKeys()
    if offer.payment == .freeTrial || offer.payment == .payUpFront, offer.cycles > 1 {
      keys.refuse(
        [.cycles], because: "is for payAsYouGo; \(offer.payment?.rawValue ?? "it") has one period",
        help: "write the whole length as 'period', or remove it")
    }
    if let period = offer.period, !Self.periods.contains(period) {
      keys.context.warning(
        .invalidValue, at: keys.places[.period].range ?? keys.places.head,
        "App Store Connect has no offers of \(period)",
        help: "use \(Nearest.list(Self.periods.map(\.description)))")
    }
    if kind == .introductory, offer.again, !saysHowOften {
      keys.context.error(
        .missingKey, at: keys.places.key(.again).range ?? keys.places.head,
        keys.has(.limit)
          ? "an introductory offer that may be had again needs a 'limit' of how often"
          : "an introductory offer that may be had again needs 'limit'",
        help: "say how often, like 'limit: { perCustomer: 1, every: P1Y }'")
    } else if kind == .introductory, !offer.again {
      keys.refuse(
        [.limit], because: "counts only on an introductory offer that may be had again",
        help: "write 'again: true' too, or remove it: Apple gives one introductory offer per group")
    }
  }

  /// A limit of attempts alone does not limit how often a customer gets an offer.
  private var saysHowOften: Bool {
    guard let limit = keys.node(.limit) else { return false }
    guard let entries = limit.entries else { return true }
    let names = entries.map(\.key)
    return names.isEmpty
      || [LimitKey.perCustomer, .perDay].contains { names.contains($0.rawValue) }
  }

  private func refuseForeignKeys() {
    let foreign = OfferKey.allCases.filter { !Self.allowed[kind, default: []].contains($0) }
    for key in foreign {
      let kinds = OfferKind.allCases.filter { Self.allowed[$0, default: []].contains(key) }
      keys.refuse(
        [key], because: "does not belong to an offer of kind \(kind.rawValue)",
        help: "remove it; it is for \(Nearest.list(kinds.map(\.rawValue)))")
    }
  }

  private func requireKeys() {
    for (key, help) in Self.needed(by: kind) where !keys.has(key) {
      keys.reportMissing(key, help: help)
    }
  }

  /// The keys that an offer of a kind needs, besides those that its code reads as required, with what to
  /// write.
  private static func needed(by kind: OfferKind) -> [(key: OfferKey, help: String)] {
    let terms: [(key: OfferKey, help: String)] = [
      (.payment, "write 'payment: freeTrial', payAsYouGo or payUpFront, as Apple has it"),
      (.period, "write how long it lasts, or one period of payAsYouGo, like 'period: P1W'"),
    ]
    let audience = "say whom you give it to; 'audience: everyone' gives it to all"
    return switch kind {
    case .introductory, .winBack: terms
    case .promotional: terms + [(.audience, audience)]
    case .offerCode: []
    }
  }

  private static let shared: Set<OfferKey> = [
    .kind, .products, .billingPlan, .payment, .period, .cycles, .audience, .from, .until,
    .window,
  ]

  /// The keys that an offer of each kind may have.
  static let allowed: [OfferKind: Set<OfferKey>] = [
    .introductory: shared.union([.again, .limit]),
    .promotional: shared.union([.id, .limit]),
    .winBack: shared.union([.id, .appStoreId, .requires, .priority]),
    .offerCode: shared.union([.id, .customers, .url]),
  ]

  /// The durations of offers that App Store Connect has.
  static let periods: [Period] = [
    Period(days: 3), Period(days: 7), Period(days: 14), Period(months: 1), Period(months: 2),
    Period(months: 3), Period(months: 6), Period(months: 9), Period(months: 12),
  ]
}

/// The same as `check`, for editors.
extension OfferShape {
  static var rules: [JSONSchema] { OfferKind.allCases.map(rule) + limits }

  /// Returns the schema of an offer of this kind: the keys that it needs, and those that it
  /// refuses.
  private static func rule(of kind: OfferKind) -> JSONSchema {
    let allowed = Self.allowed[kind] ?? []
    let needed = kind == .offerCode ? [.customers] : needed(by: kind).map(\.key)
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
