import CatalogFiles
import PaywallCatalog
import PaywallDecisions
import Testing

@testable import PaywallPictures

/// A small app, and the visitors who look at it.
struct App: Sendable {
  var files: [String: String]

  static let lumen = App(files: [
    "Paywalls/store/app.yaml": """
    bundleId: com.example.lumen
    environments: [sandbox]
    locales: [en, de, ja, ar, he, fi]
    """,
    "Paywalls/store/products.yaml": """
    groups: { pro: { id: "1", levels: [[yearly, trial]] } }
    products:
      yearly: { type: autoRenewable, group: pro, period: P1Y }
      trial: { type: autoRenewable, group: pro, period: P1Y }
      forever: { type: nonConsumable }
      season: { type: nonRenewable, period: P6M }
      coins: { type: consumable }
    """,
    "Paywalls/store/offers.yaml": """
    offers:
      trial: { kind: introductory, products: [trial], payment: freeTrial, period: P1W }
      stay:
        kind: promotional
        products: [yearly]
        payment: payAsYouGo
        period: P1M
        cycles: 3
        audience: { subscription.autoRenew: false }
      gift:
        kind: offerCode
        products: [yearly]
        payment: freeTrial
        period: P1M
        customers: [new, expired]
        url: https://apps.apple.com/redeem?ctx=offercodes&id=1&code=GIFT
    """,
    "Paywalls/targeting/placements.yaml": """
    placements: { onboarding: { default: standard }, settings: { default: nothing } }
    fallback: standard
    """,
    "Paywalls/standard.yaml": """
    products: [{ product: yearly, offers: [stay] }]
    content: { headline: Hello, badge: { yearly: Best value } }
    """,
    "Paywalls/gift.yaml": "products: [{ product: yearly, offers: [gift] }]\n",
    "Paywalls/trial.yaml": "products: [{ product: trial, offers: [trial] }]\n",
    "Paywalls/everything.yaml": "products: [forever, season, coins]\n",
    "Paywalls/empty.yaml":
      "products: []\ncontent: { headline: \(String(repeating: "a", count: 10_000)) }\n",
    "Paywalls/store/A.storekit": storeKit("USA", yearly: "59.99", month: "3.99"),
    "Paywalls/store/B.storekit": storeKit("DEU", yearly: "64.99", month: "4.49"),
  ])

  private static func storeKit(_ country: String, yearly: String, month: String) -> String {
    func subscription(_ id: String, _ more: String) -> String {
      """
      { "productID": "\(id)", "type": "RecurringSubscription", "displayPrice": "\(yearly)",
        "groupNumber": 1, "recurringSubscriptionPeriod": "P1Y", "subscriptionGroupID": "1", \(more) }
      """
    }
    let stay = #"""
      "adHocOffers": [{ "offerID": "stay", "paymentMode": "payAsYouGo", "displayPrice": "\#(month)",
        "subscriptionPeriod": "P1M", "numberOfPeriods": 3 }],
      "localizations": [
        { "locale": "de", "displayName": "Jährlich" }, { "locale": "en_US", "displayName": "Yearly" }]
      """#
    let trial = #""introductoryOffer": { "paymentMode": "free", "subscriptionPeriod": "P1W" }"#
    return """
      { "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "\(country)", "_locale": "en_US" },
        "products": [
          { "productID": "forever", "type": "NonConsumable", "displayPrice": "149.99" },
          { "productID": "coins", "type": "Consumable", "displayPrice": "" }],
        "nonRenewingSubscriptions": [
          { "productID": "season", "type": "NonRenewingSubscription", "displayPrice": "24.99" }],
        "subscriptionGroups": [{ "id": "1", "subscriptions": [
          \(subscription("yearly", stay)), \(subscription("trial", trial))] }] }
      """
  }

  func with(_ changes: [String: String]) -> App {
    App(files: files.merging(changes) { _, new in new })
  }

  private func maker(loadsImages: Bool) throws -> PictureMaker {
    let all = ConfigurationFiles(files: files.mapValues { Array($0.utf8) })
    let (snapshot, report) = Loader.load(all)
    let compiled = CompiledSnapshot(try #require(snapshot, "\(report.text())"))
    return PictureMaker(compiled, prices: all.priceLists, folder: nil, loadsImages: loadsImages)
  }

  private func person(_ country: String?, _ facts: GroupFacts?) -> PictureMaker.Person {
    PictureMaker.Person(
      name: "Somebody", attributes: country.map { ["country": .text($0)] } ?? [:],
      subscriber: facts.map { .known(SubscriberFacts(groups: ["pro": $0], isComplete: true)) }
        ?? .unidentified,
      at: Timestamp(milliseconds: 1_797_000_000_000))
  }

  func picture(
    of paywall: String, locale: String = "en", country: String?, facts: GroupFacts? = nil,
    loadsImages: Bool = false
  ) throws -> Picture {
    try maker(loadsImages: loadsImages).picture(
      of: paywall, for: person(country, facts), locale: locale)
  }

  func picture(at placement: String, country: String?) throws -> Picture {
    try maker(loadsImages: false).picture(at: placement, for: person(country, nil), locale: "en")
  }
}
