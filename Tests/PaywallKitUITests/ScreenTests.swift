import Foundation
import PaywallKit
import PaywallPresentation
import Testing

@testable import PaywallKitUI

@Suite struct ScreenTests {
  private func product(
    _ sold: StoreProduct = yearly, offers: [Paywall.Offer] = [], locale: String = "en",
    content: JSONValue = .object([:]), plan: Paywall.BillingPlan? = nil
  ) throws -> ShownProduct {
    let entry = Paywall.Product(sold.id, offers: offers, billingPlan: plan)
    let paywall = Paywall("standard", products: [entry], content: content, locale: locale)
    return try #require(
      PaywallScreen(paywall, [PaywallProduct(entry, sold)]).products.first)
  }

  @Test func `a newcomer reads the free week and what follows, as on the picture`() throws {
    let shown = try product(offers: [.init(.introductory, id: "trial")])
    #expect(shown.name == "Lumen Yearly")
    #expect(shown.billed == "$59.99 a year")
    #expect(shown.offer == "1 week free, then $59.99 a year")
    #expect(shown.button == "Try It Free")
    #expect(shown.terms.first == shown.offer)
    #expect(shown.terms.last?.hasPrefix("Renews automatically at $59.99 a year until") == true)
  }

  @Test func `a trial that Apple applies unasked is said, and one that is withheld is not`() throws
  {
    #expect(try product().offer == "1 week free, then $59.99 a year")
    let entry = Paywall.Product("yearly", introductory: .init(compactJWS: "x"))
    let paywall = Paywall("standard", products: [entry])
    let shown = PaywallScreen(paywall, [PaywallProduct(entry, yearly)]).products.first
    #expect(shown?.offer == nil && shown?.button == "Subscribe")
  }

  @Test(arguments: [
    (
      Paywall.Offer(.promotional, id: "months_at_half"),
      "$3.99 a month for 3 months, then $59.99 a year"
    ),
    (Paywall.Offer(.introductory, id: "trial"), nil),
    (Paywall.Offer(.promotional, id: "unknown_to_apple"), nil),
  ])
  func `a customer who has used the trial reads what they pay`(
    offer: Paywall.Offer, sentence: String?
  ) throws {
    let shown = try product(yearlyAgain, offers: [offer])
    #expect(shown.offer == sentence)
    #expect(shown.button == "Subscribe")
  }

  @Test func `a win-back offer is said to whom Apple grants it`() throws {
    var left = yearlyAgain
    let offers = [Paywall.Offer(.winBack, id: "back", eligibility: .unknown)]
    #expect(try product(left, offers: offers).offer == nil)
    left.winBackOffers = ["back"]
    #expect(try product(left, offers: offers).offer == "$19.99 for 6 months, then $59.99 a year")
  }

  @Test(arguments: [
    ("de", "1 Woche kostenlos, danach $59.99 pro Jahr"), ("ja", "1 週間無料、その後年額 $59.99"),
    ("fr-CA", "1\u{A0}semaine d’essai gratuit, puis $59.99 par an"),
    ("tlh", "1 week free, then $59.99 a year"),
  ])
  func `sentences are in the paywall's language`(locale: String, sentence: String) throws {
    #expect(try product(locale: locale).offer == sentence)
  }

  @Test func `numbers have the digits of the price`() throws {
    var arabic = yearly
    arabic.displayPrice = "٥٩٫٩٩ US$"
    arabic.period = .init(3, .month)
    arabic.isEligibleForIntroOffer = false
    #expect(try product(arabic, locale: "ar").billed == "٥٩٫٩٩ US$ كل ٣ أشهر")
    arabic.displayPrice = "59.99 US$"
    #expect(try product(arabic, locale: "ar").billed == "59.99 US$ كل 3 أشهر")
  }

  @Test func `a year by the month says the month and the sum, or is not sold`() throws {
    var year = yearlyAgain
    year.monthlyPlan = .init(displayPrice: "$5.99", commitmentDisplayPrice: "$71.88")
    let shown = try product(year, plan: .monthly)
    #expect(shown.billed == "$5.99 a month")
    #expect(shown.commitment == "1 year, $71.88 in total")
    let entry = Paywall.Product("yearly", billingPlan: .monthly)
    let paywall = Paywall("standard", products: [entry])
    #expect(PaywallScreen(paywall, [PaywallProduct(entry, yearlyAgain)]).products.isEmpty)
  }

  @Test func `what is no subscription does not renew`() throws {
    let coins = StoreProduct(
      id: "coins", type: .consumable, displayName: "Coins", displayPrice: "€0.99", price: 0.99)
    let shown = try product(coins)
    #expect(shown.billed == "€0.99" && shown.terms.isEmpty && shown.button == "Buy")
  }

  @Test func `VoiceOver hears one sentence for each product`() throws {
    let content = JSONValue.object(["badge": .object(["yearly": .string("Best value")])])
    #expect(
      try product(content: content).label
        == "Lumen Yearly, Best value, $59.99 a year, 1 week free, then $59.99 a year")
  }

  @Test func `words of a newer server and values of the app's own change nothing`() {
    let content = JSONValue.object([
      "headline": .string("More light"), "subheadline": .integer(7), "countdown": .string("P1D"),
      "style": .string("carousel"), "close": .string("never"), "points": .array([.null]),
      "button": .object(["text": .string("Go"), "glow": .boolean(true)]),
    ])
    let paywall = Paywall("standard", products: [.init("yearly")], content: content)
    let screen = PaywallScreen(paywall, [PaywallProduct(.init("yearly"), yearly)])
    #expect(screen.content.headline == "More light" && screen.content.subheadline == nil)
    #expect(screen.content.style == .list && screen.content.close == .always)
    #expect(screen.content.points.isEmpty)
    #expect(screen.products.first?.button == "Go")
  }

  @Test func `images are the app's files or come by https`() throws {
    func url(_ image: String, dark: String? = nil, isDark: Bool = false) throws -> String? {
      var members: [String: JSONValue] = ["image": .string(image)]
      members["dark"] = dark.map { .string($0) }
      let paywall = Paywall(
        "standard", products: [], content: .object(["hero": .object(members)]))
      let hero = try #require(PaywallScreen(paywall, []).content.hero)
      return hero.url(isDark: isDark) { name in
        ["dawn.webp", "night.webp"].contains(name) ? URL(fileURLWithPath: "/app/\(name)") : nil
      }?.absoluteString
    }
    #expect(try url("images/dawn.webp") == "file:///app/dawn.webp")
    #expect(try url("images/none.webp") == nil)
    #expect(
      try url("images/dawn.webp", dark: "night.webp", isDark: true) == "file:///app/night.webp")
    #expect(try url("images/dawn.webp", isDark: true) == "file:///app/dawn.webp")
    #expect(try url("https://example.com/a.png") == "https://example.com/a.png")
    #expect(try url("http://example.com/a.png") == nil)
    #expect(try url("file:///etc/passwd") == nil)
  }
}
