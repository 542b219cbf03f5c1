import CatalogFiles
import Foundation
import PaywallCatalog
import PaywallDecisions
import PaywallPresentation
import Testing

@testable import PaywallPictures

@Suite struct PictureTests {
  @Test func `a newcomer sees the free week and what follows`() throws {
    let picture = try App.lumen.picture(of: "trial", country: "US")
    let product = try #require(picture.screen?.products.first)
    #expect(product.billed == "$59.99 a year")
    #expect(product.offer == "1 week free, then $59.99 a year")
    #expect(product.button == "Try It Free")
    #expect(product.terms.first == product.offer)
    #expect(product.terms.last?.hasPrefix("Renews automatically at $59.99 a year until") == true)
    #expect(picture.notes.contains { $0.contains("'trial' is decided on the device") })
  }

  /// The picture shows the code as a phone does, where the tap redeems it (`ScreenTests`).
  @Test
  func `an offer by a code is redeemed, and the small print says the usual price alone`() throws {
    let picture = try App.lumen.picture(of: "gift", country: "US", facts: GroupFacts())
    let product = try #require(picture.screen?.products.first)
    #expect(product.offer?.contains("1 month free, then $59.99 a year") == true)
    #expect(product.button == "Redeem Code")
    #expect(product.terms.count == 1 && product.terms[0].hasPrefix("Renews automatically"))
  }

  @Test func `a customer who used the trial pays at once`() throws {
    var facts = GroupFacts()
    (facts.ever, facts.everIntroductory, facts.state) = (true, true, .expired)
    let picture = try App.lumen.picture(of: "trial", country: "US", facts: facts)
    let product = try #require(picture.screen?.products.first)
    #expect(product.offer == nil)
    #expect(product.button == "Subscribe")
    #expect(picture.offers.first?.sentence.hasPrefix("Not eligible") == true)
  }

  @Test(arguments: [
    ("en", "$3.99 a month for 3 months, then $59.99 a year"),
    ("de", "3,99\u{A0}$ pro Monat für 3 Monate, danach 59,99\u{A0}$ pro Jahr"),
    ("ja", "3 か月は月額 $3.99、その後年額 $59.99"),
    ("ar", "US$"),
  ])
  func `a subscriber about to leave sees the cheaper months`(locale: String, text: String) throws {
    var facts = GroupFacts()
    (facts.ever, facts.state, facts.autoRenew) = (true, .subscribed, false)
    (facts.product, facts.paidDays) = ("yearly", 200)
    let picture = try App.lumen.picture(
      of: "standard", locale: locale, country: "US", facts: facts)
    let offer = try #require(picture.screen?.products.first?.offer)
    #expect(offer.contains(text))
  }

  @Test
  func `prices are those of the visitor's storefront, and the picture says if there are none`()
    throws
  {
    let german = try App.lumen.picture(of: "standard", locale: "de", country: "DE")
    #expect(german.screen?.products.first?.billed == "64,99\u{A0}€ pro Jahr")
    #expect(!german.notes.contains { $0.contains("storefront") })
    let french = try App.lumen.picture(of: "standard", country: "FR")
    #expect(french.screen?.products.first?.billed == "$59.99 a year")
    #expect(
      french.notes.contains(
        "Prices are those of the storefront US in Paywalls/store/A.storekit: no such file is of FR."
      ))
    let unknown = try App.lumen.picture(of: "standard", country: nil)
    #expect(unknown.notes.contains { $0.hasPrefix("The visitor has no country") })
  }

  @Test(
    arguments: [
      ("FR", "€69.99 a year", "€4.99 a month for 3 months, then €69.99 a year", "prices.yaml"),
      // The file of the storefront has the prices that are not stated.
      ("US", "$61.99 a year", "$3.99 a month for 3 months, then $61.99 a year", "prices.yaml"),
      ("JP", "¥9,800 a year", nil, "prices.yaml"),
      ("DE", "€64.99 a year", "€4.49 a month for 3 months, then €64.99 a year", "B.storekit"),
    ] as [(String, String, String?, String)])
  func `a file of prices by storefront comes first`(
    country: String, billed: String, offer: String?, file: String
  ) throws {
    let app = App.lumen.with([
      "Paywalls/store/prices.yaml": """
      storefronts:
        FR: { yearly: { price: 69.99, offers: { stay: 4.99 } } }
        JP: { yearly: 9800 }
        US: { yearly: 61.99 }
      """
    ])
    var facts = GroupFacts()
    (facts.ever, facts.state, facts.autoRenew) = (true, .subscribed, false)
    (facts.product, facts.paidDays) = ("yearly", 200)
    let picture = try app.picture(of: "standard", country: country, facts: facts)
    let product = try #require(picture.screen?.products.first)
    #expect(product.billed == billed)
    #expect(product.offer == offer)
    // Names are those of a file, whatever its storefront is.
    #expect(product.name == "Yearly")
    #expect(!picture.notes.contains { $0.contains("storefront") })
    // Another storefront's price is never converted, nor shown as this one's.
    let trial = try app.picture(of: "trial", country: country)
    #expect((trial.screen?.products.first?.billed == nil) == ["FR", "JP"].contains(country))
    #expect(
      trial.notes.contains { $0.contains("'trial' has no price in Paywalls/store/\(file)") }
        == ["FR", "JP"].contains(country))
  }

  @Test(arguments: [("de", "Jährlich"), ("en", "Yearly"), ("ja", "Yearly")])
  func `a product has its name in the visitor's language, else in that of tests`(
    locale: String, name: String
  ) throws {
    let picture = try App.lumen.picture(of: "standard", locale: locale, country: "US")
    #expect(picture.screen?.products.first?.name == name)
    let nameless = try App.lumen.picture(of: "trial", country: "US")
    #expect(nameless.screen?.products.first?.name == "trial")
  }

  @Test func `an attribute that does not count is named`() throws {
    let picture = try App.lumen.picture(of: "standard", country: "nowhere")
    #expect(picture.notes.contains { $0.hasPrefix("'country' does not count") })
  }

  @Test func `what each kind of product costs`() throws {
    let products = try #require(
      App.lumen.picture(of: "everything", country: "US").screen?.products)
    #expect(products.map(\.billed) == ["$149.99", "$24.99 for 6 months, not renewed", nil])
    #expect(products.map(\.terms) == [[], [], []])
    #expect(products.map(\.button) == ["Buy", "Buy", "Buy"])
  }

  @Test func `a missing price, no products and a long headline are shown with the reason`() throws {
    let everything = try App.lumen.picture(of: "everything", country: "US")
    #expect(
      everything.notes.contains { $0.hasPrefix("'coins' has no price in Paywalls/store/A.s") })
    let empty = try App.lumen.picture(of: "empty", country: "US")
    #expect(empty.notes.contains("This paywall sells nothing."))
    #expect(empty.notes.contains { $0.hasPrefix("The headline has 10000 characters") })
    #expect(PicturePage(empty).html.contains(String(repeating: "a", count: 10_000)))
  }

  @Test func `a placement shows the decision with its trace, or that nothing is shown`() throws {
    let picture = try App.lumen.picture(at: "onboarding", country: "US")
    #expect(picture.screen?.paywall == "standard")
    #expect(picture.decision == "onboarding: standard, default")
    #expect(picture.trace.contains("default\n  standard"))
    let nothing = try App.lumen.picture(at: "settings", country: "US")
    #expect(nothing.screen == nil)
    #expect(PicturePage(nothing).html.contains("No paywall"))
  }

  @Test(arguments: [("ar", "rtl"), ("he", "rtl"), ("en", "ltr")])
  func `the phone is right to left where the language is`(locale: String, direction: String) throws
  {
    let html = PicturePage(try App.lumen.picture(of: "standard", locale: locale, country: "US"))
      .html
    #expect(html.contains("lang=\"\(locale)\" dir=\"\(direction)\""))
  }

  @Test func `a language without words around prices has English ones, which is said`() throws {
    let picture = try App.lumen.picture(of: "standard", locale: "fi", country: "US")
    #expect(picture.screen?.products.first?.billed == "59,99\u{A0}$ a year")
    #expect(picture.notes.contains { $0.contains("pictures have none for 'fi'") })
  }
}
