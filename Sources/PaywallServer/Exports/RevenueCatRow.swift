import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers

/// A purchase in the columns of RevenueCat's scheduled exports.
struct RevenueCatRow {
  let cells: [String: ExportedRow.Value]

  private typealias Value = ExportedRow.Value

  /// The purchases of a chain, the earliest first.
  static func all(
    of chain: PlainChain, _ renewals: PlainRenewals, _ customers: SeenCustomers,
    in snapshot: Snapshot
  ) -> [RevenueCatRow] {
    let facts = chain.purchases.facts.sorted {
      ($0.boughtAt ?? .epoch, UTF8Key($0.transactionId))
        < ($1.boughtAt ?? .epoch, UTF8Key($1.transactionId))
    }
    let person = Person(facts, customers[chain.customer])
    return facts.indices.map { place in
      let next = place + 1 < facts.count ? facts[place + 1].boughtAt : nil
      let span = renewals.events(
        of: chain.number, from: facts[place].boughtAt ?? .epoch, until: next)
      return RevenueCatRow(
        facts[place], person, number: place + 1,
        isAfterTrial: place > 0 && facts[place - 1].isTrial, span,
        graceEnd: place + 1 == facts.count ? renewals.graceEnds[chain.number] : nil,
        in: snapshot)
    }
  }

  /// The ids of a customer, as webhooks in RevenueCat's format have them.
  private struct Person {
    let original: String?
    let lastSeen: String?
    let seen: SeenCustomers.Customer?

    init(_ facts: [TransactionFact], _ seen: SeenCustomers.Customer?) {
      let token = facts.last { $0.appAccountToken != nil }?.appAccountToken
      let customer = facts.last { $0.appTransactionId != nil }?.appTransactionId
      original = customer ?? token ?? facts.first?.originalTransactionId
      lastSeen = token ?? customer ?? facts.first?.originalTransactionId
      self.seen = seen
    }
  }

  /// - Parameters:
  ///   - number: of the purchase in its chain, from 1.
  ///   - events: between this purchase and the next one.
  ///   - graceEnd: of the newest purchase of a chain.
  private init(
    _ fact: TransactionFact, _ person: Person, number: Int, isAfterTrial: Bool,
    _ events: [PlainRenewals.Event], graceEnd: Timestamp?, in snapshot: Snapshot
  ) {
    let isRenewing = fact.kind(in: snapshot) == .autoRenewable
    let product = snapshot.products[fact.productId]
    let country = fact.storefront.flatMap { Country.alpha2(of: $0) }
    let graceEnd = isRenewing ? graceEnd.flatMap { $0 > fact.expiresDate ?? $0 ? $0 : nil } : nil
    let gross = fact.isOwn ? fact.price : 0
    let net = gross.map { fact.returnedInAll.rest.of($0) }
    let refund = fact.returns.first?.at
    let switched = events.last { $0.kind != .billingFailed }
    let moment = fact.boughtAt ?? fact.signedDate
    let offer = fact.offerKind?.known
    func dollars(_ price: Int64?) -> Value {
      Self.decimal(price.flatMap { snapshot.dollars($0, in: fact.currency, at: moment) })
    }
    cells = [
      "rc_original_app_user_id": Value(person.original),
      "rc_last_seen_app_user_id_alias": Value(person.lastSeen),
      "country": Value(country), "country_source": Value(country.map { _ in "from_sdk" }),
      "product_identifier": .text(fact.productId),
      "product_duration": Value(product?.period?.description),
      "start_time": Self.time(fact.boughtAt),
      "end_time": isRenewing ? Self.time(fact.expiresDate) : .null,
      "grace_period_end_time": Self.time(graceEnd),
      "effective_end_time": Self.time(fact.revokedAt ?? graceEnd ?? fact.expiresDate),
      "store": .text("app_store"), "is_auto_renewable": .flag(isRenewing),
      "is_trial_period": .flag(fact.isTrial),
      "is_in_intro_offer_period": .flag(offer == .introductory && !fact.isTrial),
      "is_sandbox": .flag(fact.environment != .production), "price_in_usd": dollars(net),
      "purchase_price_in_usd": dollars(gross), "store_transaction_id": .text(fact.transactionId),
      "original_store_transaction_id": .text(fact.originalTransactionId),
      "refunded_at": Self.time(refund),
      "unsubscribe_detected_at": Self.time(switched?.kind == .turnedOff ? switched?.at : nil),
      "billing_issues_detected_at": Self.time(events.last { $0.kind == .billingFailed }?.at),
      "purchased_currency": Value(fact.currency),
      "price_in_purchased_currency": Self.decimal(net),
      "purchase_price_in_purchased_currency": Self.decimal(gross),
      "entitlement_identifiers": Self.list(product?.entitlements ?? []),
      "renewal_number": .number(Int64(isRenewing ? number : 1)),
      "is_trial_conversion": .flag(isAfterTrial && !fact.isTrial),
      "ownership_type": Value(fact.ownership?.raw), "platform": Value(person.seen?.platform),
      "experiment_id": Value(person.seen?.experiment),
      "experiment_variant": Value(person.seen?.variant), "offer": Value(fact.offerId),
      "offer_type": Value(offer.map(Self.word)),
      "first_seen_time": Self.time(person.seen?.firstSeen),
    ]
  }

  private static func time(_ moment: Timestamp?) -> Value { Value(moment?.exportedTime) }

  /// Thousandths as a decimal number.
  private static func decimal(_ thousandths: Int64?) -> Value {
    guard let thousandths else { return .null }
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    let digits = String("00\(rest)".suffix(3))
    return .text("\(thousandths < 0 ? "-" : "")\(whole).\(digits)")
  }

  private static func list(_ names: [String]) -> Value {
    guard !names.isEmpty else { return .null }
    let json = JSONText { $0.list(names) { $0.string($1) } }
    return .text(String(decoding: json.bytes, as: UTF8.self))
  }

  private static func word(_ offer: RedeemedOfferKind) -> String {
    switch offer {
    case .introductory: "introductory"
    case .promotional: "promotional"
    case .offerCode: "offer_code"
    case .winBack: "win_back"
    case .retention: "retention"
    }
  }
}

extension TransactionFact {
  /// A period of an offer that cost nothing.
  fileprivate var isTrial: Bool { (offerKind != nil || offerDiscount != nil) && !isPaid }
}
