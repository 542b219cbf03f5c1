import LocalAppStore
import OfferSigning
import PaywallCatalog
import Testing

/// A small shop: two plans of the highest level, one below it, and one by the week.
enum Shop {
  static let group = "21500001"

  static let products = [
    plan("pro_monthly", 1, "P1M", 9_990), plan("pro_yearly", 1, "P1Y", 79_990, shared: true),
    plan("max_monthly", 0, "P1M", 19_990, shared: true), plan("max_same", 0, "P1M", 18_990),
    plan("basic_monthly", 2, "P1M", 4_990), plan("basic_weekly", 2, "P1W", 1_990),
    StoreProduct(id: "coins", type: .consumable, price: 990),
    StoreProduct(id: "forever", type: .nonConsumable, price: 49_990, isFamilyShareable: true),
  ]

  static let offers = [
    offer("trial", .introductory, "pro_monthly", .freeTrial, "P1W", 0),
    offer("cheap", .introductory, "basic_monthly", .payAsYouGo, "P1M", 990, cycles: 2),
    offer("loyal", .promotional, "pro_monthly", .payAsYouGo, "P1M", 4_990, cycles: 3),
    offer("upgrade", .promotional, "max_monthly", .payUpFront, "P2M", 14_990),
    offer("less", .promotional, "basic_monthly", .freeTrial, "P1M", 0),
    offer(
      "back", .winBack, "pro_monthly", .payUpFront, "P6M", 29_990,
      winBack: WinBackTerms(
        paidFor: period("P2M"), lapsedAtLeast: period("P1M"), lapsedAtMost: period("P12M"),
        sinceLast: period("P6M"))),
    offer(
      "first", .winBack, "pro_yearly", .payUpFront, "P1Y", 39_990,
      winBack: WinBackTerms(priority: .high)),
    offer(
      "PARTNER", .offerCode, "pro_monthly", .freeTrial, "P1M", 0, customers: [.new, .expired]),
    offer("YEAR", .offerCode, "pro_yearly", .freeTrial, "P1M", 0, customers: [.existing]),
    offer("STAY", .offerCode, "basic_monthly", .freeTrial, "P1M", 0, customers: [.existing]),
  ]

  static let catalog = StoreCatalog(
    bundleId: "com.example.paywall", appAppleId: 6_700_000_001, products: products,
    offers: offers)

  /// A world at 2026-01-05 10:00 UTC in which `ada` has the app.
  static func world(
    seed: UInt64 = 1, _ settings: WorldSettings = WorldSettings(),
    offerKeys: [VerificationKey] = [], offers more: [StoreOffer] = []
  ) throws -> World {
    var catalog = catalog
    catalog.offers += more
    var world = World(
      catalog, settings: settings, seed: seed, at: moment("2026-01-05T10:00:00Z"),
      offerKeys: offerKeys)
    try world.addCustomer("ada")
    return world
  }

  private static func plan(
    _ id: String, _ level: Int, _ length: String, _ price: Int64, shared: Bool = false
  ) -> StoreProduct {
    StoreProduct(
      id: id, type: .autoRenewable, price: price,
      subscription: .init(groupId: group, level: level, period: period(length)),
      isFamilyShareable: shared)
  }

  private static func offer(
    _ id: String, _ kind: OfferKind, _ product: String, _ payment: OfferPayment,
    _ length: String, _ price: Int64, cycles: Int = 1, winBack: WinBackTerms? = nil,
    customers: [CustomerClass] = []
  ) -> StoreOffer {
    StoreOffer(
      id: id, kind: kind, products: [product], payment: payment, period: period(length),
      cycles: cycles, price: price, winBack: winBack, customers: customers)
  }
}

func moment(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(milliseconds: 0)
}

func period(_ text: String) -> Period { Period(iso8601: text) ?? Period() }

extension World {
  /// Returns the notifications since the last call: type, subtype and Apple's status.
  ///
  /// - Parameter id: the id of a customer; `nil` for all.
  mutating func told(_ id: String? = nil) -> [String] {
    takeNotifications().filter { id == nil || $0.customer?.id == id }.map { sent in
      let status = sent.renewal.map { " \($0.status)" } ?? ""
      return sent.type.rawValue + (sent.subtype.map { "/\($0.rawValue)" } ?? "") + status
    }
  }

  /// The payload of a transaction, as it is signed now.
  func text(_ transaction: StoreTransaction, of id: String = "ada") throws -> String {
    let bytes = Payloads(self).transaction(transaction, of: try account(id), signedDate: now)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The payload of the renewal beside a transaction, as it is signed now.
  func text(
    _ renewal: StoreRenewal, beside transaction: StoreTransaction, of id: String = "ada"
  ) throws -> String {
    let bytes = Payloads(self).renewalInfo(
      renewal, of: transaction, customer: try account(id), signedDate: now)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ada's only subscription.
  func subscription() throws -> StoreSubscription {
    let all = try subscriptions(of: "ada")
    try #require(all.count == 1)
    return all[0]
  }

  /// Her current period and the renewal info beside it.
  func state() throws -> (current: StoreTransaction, renewal: StoreRenewal) {
    let subscription = try subscription()
    return (subscription.current, renewal(of: subscription))
  }
}
