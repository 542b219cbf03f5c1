import PaywallCatalog
import PaywallPresentation
import Testing
import YAMLText

@testable import CatalogFiles

/// Warnings of what a look at a paywall would show.
@Suite struct LookTests {
  @Test(
    arguments: [
      ("Only $9.99", "$9.99"), ("Nur 9,99 € im Jahr", "9,99 €"), ("月額980円", "980 円"),
      ("99 kr per år", "99 kr"), ("USD", nil), ("Over 100 filters", nil), ("Save 33%", nil),
      ("5 stars", nil), ("₹499", "₹499"), ("CHF 9", nil), ("9.90 CHF", "9.90 CHF"),
      ("Trusted for 10 years", nil), ("100% free", nil),
    ] as [(String, String?)])
  func `a price in a text is found`(text: String, price: String?) {
    #expect(WrittenPrice(in: text) == price.map { .price($0) })
  }

  @Test(
    arguments: [
      ("7 days free", "7 days"), ("7-day free trial", "7 day"), ("3 Tage kostenlos", "3 tage"),
      ("7日間無料", "7 日"), ("14 jours d’essai gratuit", "14 jours"), ("Free forever", nil),
      ("5 free filters", nil),
    ] as [(String, String?)])
  func `the length of a trial in a text is found`(text: String, length: String?) {
    #expect(WrittenPrice(in: text) == length.map { .trial($0) })
  }

  @Test(
    arguments: [
      ("Save 33%", 33), ("Spare 33 %", 33), ("%33 indirim", 33), ("-40％", 40), ("Save", nil),
      ("%", nil), ("1234%", nil),
    ] as [(String, Double?)])
  func `a share in a text is read`(text: String, percent: Double?) {
    #expect(SavingClaim.percent(in: text) == percent)
  }

  /// 59.99 a year is 5.00 a month: 1 - 59.99 / (12 · 7.99) = 37.43 %.
  @Test(
    arguments: [
      ("badge: { pro_yearly: Save 37% }", nil), ("badge: { pro_yearly: \"-38%\" }", nil),
      ("badge: { pro_yearly: Save 50% }", "'pro_yearly' saves 37% against 'pro_monthly'"),
      ("headline: Save 50% on everything", "'pro_yearly' saves 37% against 'pro_monthly'"),
      ("headline: 50% more light", nil), ("footnote: Up to 37 % off", nil),
      // The offer of half a year for 19.99 instead of 29.995 saves 33.36 %.
      ("badge: { pro_yearly: 33% off }", nil),
      ("badge: { pro_monthly: 20% off }", nil),
    ] as [(String, String?)])
  func `a saving is compared with the prices`(content: String, message: String?) {
    let report = Loader.load(
      Base.with([
        "Paywalls/standard.yaml": """
        products: [{ product: pro_yearly, offers: [comeBack, loyalty] }, pro_monthly, pro_lifetime]
        content: { \(content) }
        """,
        "Paywalls/store/Lumen.storekit": Self.storeKit,
      ])
    ).report
    let found = report.diagnostics.filter { $0.code == .wrongSaving }
    #expect(
      found.map { $0.message.contains(message ?? "nothing") } == (message == nil ? [] : [true]))
    #expect(found.allSatisfy { $0.file == "Paywalls/standard.yaml" && $0.range?.start.line == 2 })
  }

  private static let storeKit = """
    { "version": { "major": 4, "minor": 0 }, "subscriptionGroups": [{ "id": "21504291", "subscriptions": [
      { "productID": "pro_yearly", "type": "RecurringSubscription", "displayPrice": "59.99", "groupNumber": 1,
        "recurringSubscriptionPeriod": "P1Y", "winbackOffers": [
          { "offerID": "winback_6m", "paymentMode": "payUpFront", "subscriptionPeriod": "P6M",
            "displayPrice": "19.99" }] },
      { "productID": "pro_monthly", "type": "RecurringSubscription", "displayPrice": "7.99", "groupNumber": 2,
        "recurringSubscriptionPeriod": "P1M" }] }] }
    """

  /// In the table a capital A is 676 thousandths wide and a space 281; a kana is as wide as high.
  @Test(
    arguments: [
      ("A A", 1633, 1, nil), ("A A", 1632, 2, nil), ("A\nA", 5000, 2, nil), ("", 10, 0, nil),
      ("AAAA", 2704, 1, nil), ("AAAA", 2703, 2, "AAAA"), ("A AAAA", 2703, 3, "AAAA"),
      ("AA\u{AD}AA", 1400, 2, nil), ("ああああ", 2000, 2, nil), ("Aああ", 1676, 2, nil),
    ] as [(String, Double, Int, String?)])
  func `a text breaks at spaces, and between kana`(
    text: String, width: Double, lines: Int, broken: String?
  ) {
    let found = BrokenText(text, in: width, size: 1000, isBold: false)
    #expect(found.lines == lines)
    #expect(found.broken == broken)
  }

  @Test(
    arguments: [
      ("headline: Unlock everything", nil), ("headline: Alles freischalten", nil),
      ("headline: Rechtsschutzversicherungsgesellschaft", "wider than its line on a phone,"),
      ("headline: Uneingeschränkter Zugang", "wider than its line on a phone at the largest"),
      ("headline: \(String(repeating: "A long word ", count: 12))", "there is room for 3"),
      ("badge: { pro_yearly: Best value }", nil),
      ("style: columns\n  badge: { pro_yearly: Best value }", nil),
      ("badge: { pro_yearly: The one that nobody regrets and everyone takes }", "room for 1"),
      ("button: Start", nil),
      ("points: [Short, \"\(String(repeating: "one more ", count: 20))\"]", "room for 3"),
      ("style: columns\n  badge: { pro_yearly: Bestverkauft }", "wider than its line"),
      ("style: list\n  badge: { pro_yearly: Bestverkauft }", nil),
    ] as [(String, String?)])
  func `a text that does not fit on a phone is found`(content: String, message: String?) {
    let report = Loader.load(
      Base.with([
        "Paywalls/standard.yaml": """
        products: [{ product: pro_yearly, offers: [comeBack, loyalty] }, pro_monthly, pro_lifetime]
        content:
          \(content)
        """
      ])
    ).report
    let found = report.diagnostics.filter { $0.code == .overlongText }
    #expect(
      found.map { $0.message.contains(message ?? "nothing") } == (message == nil ? [] : [true]),
      "\(report.text())")
    #expect(found.allSatisfy { $0.file == "Paywalls/standard.yaml" && $0.help?.isEmpty == false })
  }

  /// Schedule 2, § 3.8 b: title, length and price. Content that is not drawn here is the app's own.
  @Test(arguments: [("content: { headline: Hello }", 2), ("content: { ours: Hello }", 0)])
  func `a subscription without title, length or price is found`(content: String, count: Int) {
    let report = Loader.load(
      Base.with([
        "Paywalls/standard.yaml": """
        products: [{ product: pro_yearly, offers: [comeBack, loyalty] }, pro_monthly]
        \(content)
        """,
        "Paywalls/store/Lumen.storekit": Self.storeKit.replacing(
          #""displayPrice": "7.99", "#, with: ""),
      ])
    ).report
    let found = report.diagnostics.filter { $0.code == .missingTerms }
    #expect(found.count == count)
    guard count > 0 else { return }
    #expect(found[0].message.hasPrefix("'pro_yearly' has no title here,"))
    #expect(found[1].message.hasPrefix("'pro_monthly' has no title and no price here,"))
    #expect(found.allSatisfy { $0.file == "Paywalls/store/Lumen.storekit" && $0.range != nil })
  }

  /// WCAG 2.2: black on white is 21, and #767676 is the lightest grey on white with 4.5.
  @Test func `contrast is that of WCAG`() throws {
    func contrast(_ one: String, _ two: String) throws -> Double {
      try #require(Colour(one)).contrast(with: #require(Colour(two)))
    }
    #expect(abs(try contrast("#000000", "#FFFFFF") - 21) < 0.0001)
    #expect(abs(try contrast("#ffffff", "#FFFFFF") - 1) < 0.0001)
    #expect(try contrast("#767676", "#FFFFFF") >= 4.5)
    #expect(try contrast("#777777", "#FFFFFF") < 4.5)
    #expect(Colour("#12345") == nil && Colour("123456") == nil && Colour("#12345g") == nil)
    #expect(Colour("#1D4ED8")?.text == "#1d4ed8")
  }

  @Test func `content that is the app's own is read without a word, and named`() {
    let content = PaywallContent([
      Content.Member("headline", .list([])), Content.Member("style", .text("twoColumn")),
      Content.Member("close", .boolean(true)), Content.Member("points", .text("one")),
      Content.Member("anything", .integer(1)),
    ])
    #expect(content.headline == nil && content.style == .list && content.close == .always)
    #expect(content.problems.count == 4)
  }

  @Test func `every word of the vocabulary is read`() {
    let content = PaywallContent([
      Content.Member("close", .integer(5)), Content.Member("style", .text("toggle")),
      Content.Member(
        "points",
        .list([
          .text("One"),
          .object([Content.Member("text", .text("Two")), Content.Member("symbol", .text("star"))]),
        ])),
      Content.Member("hero", .text("images/a.png")),
      Content.Member("badge", .object([Content.Member("pro", .text("Best"))])),
      Content.Member(
        "button",
        .object([
          Content.Member("text", .text("Go")), Content.Member("background", .text("#000000")),
        ])
      ),
    ])
    #expect(content.problems == [])
    #expect(content.close == .after(seconds: 5) && content.style == .toggle)
    #expect(content.points.map(\.text) == ["One", "Two"] && content.points[1].symbol == "star")
    #expect(content.hero?.image == "images/a.png" && content.badges == ["pro": "Best"])
    #expect(content.button.text == "Go" && content.button.background == .black)
  }
}
