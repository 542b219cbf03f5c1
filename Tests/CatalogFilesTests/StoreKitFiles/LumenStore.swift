import PaywallCatalog
import Foundation
import Testing
import YAMLText

@testable import CatalogFiles

/// The invented app of the fixtures: its products and offers as our files would give them.
enum LumenStore {
  static let versions = ["1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0"]

  static let snapshot = Snapshot(
    app: App(bundleId: "com.example.lumen", environments: [.xcode], locales: ["en"]),
    groups: [
      SubscriptionGroup(
        key: "pro", id: "21504291", levels: [["pro_yearly"], ["pro_yearly_trial"], ["pro_monthly"]])
    ],
    products: [
      "pro_monthly": Product(
        id: "pro_monthly", type: .autoRenewable, group: "pro", period: Period(months: 1)),
      "pro_yearly": Product(
        id: "pro_yearly", type: .autoRenewable, group: "pro", period: Period(months: 12),
        isFamilyShareable: true),
      "pro_yearly_trial": Product(
        id: "pro_yearly_trial", type: .autoRenewable, group: "pro", period: Period(months: 12)),
      "pro_lifetime": Product(id: "pro_lifetime", type: .nonConsumable),
      "coins_100": Product(id: "coins_100", type: .consumable),
      "season_2026": Product(id: "season_2026", type: .nonRenewable, period: Period(months: 6)),
    ],
    offers: [
      "trial": Offer(
        key: "trial", id: "trial", kind: .introductory, products: ["pro_yearly_trial"],
        payment: .freeTrial, period: Period(days: 7)),
      "loyalty": Offer(
        key: "loyalty", id: "loyalty_20", kind: .promotional,
        products: ["pro_yearly", "pro_monthly"], payment: .payAsYouGo, period: Period(months: 1),
        cycles: 3),
      "comeBack": Offer(
        key: "comeBack", id: "winback_6m", kind: .winBack, products: ["pro_yearly"],
        payment: .payUpFront, period: Period(months: 6), winBack: WinBackTerms()),
      "partner": Offer(
        key: "partner", id: "PARTNER26", kind: .offerCode, products: ["pro_monthly"],
        code: OfferCodeTerms(customers: [.new, .expired])),
    ],
    schema: AttributeSchema(declared: [], groups: ["pro"]), release: "")

  static let path = "Paywalls/store/Products.storekit"

  static func bytes(_ version: String) throws -> [UInt8] {
    let url = Bundle.module.bundleURL.appending(path: "StoreKit/version-\(version).storekit")
    return Array(try Data(contentsOf: url))
  }

  static func text(_ version: String) throws -> String {
    String(decoding: try bytes(version), as: UTF8.self)
  }

  /// The file of a version, with every occurrence of a text replaced; the text must occur.
  static func edited(_ version: String, _ edits: [(String, String)]) throws -> String {
    var text = try text(version)
    for (from, to) in edits {
      try #require(text.contains(from), "the fixture holds no \(from)")
      text = text.replacing(from, with: to)
    }
    return text
  }
}
