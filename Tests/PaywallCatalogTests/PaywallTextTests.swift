import PaywallCatalog
import PaywallTextCoding
import Testing

@Suite("The JSON of a paywall")
struct PaywallTextTests {
  private let snapshot = Snapshot(
    app: App(
      bundleId: "com.example.lumen", appAppleId: 7, environments: [.production],
      locales: ["en", "de"]),
    groups: [SubscriptionGroup(key: "pro", id: "21504291", levels: [["pro.year"]])],
    products: [
      "pro.year": Product(id: "pro.year", type: .autoRenewable, group: "pro"),
      "coins": Product(id: "coins", type: .consumable),
    ],
    schema: AttributeSchema(declared: [], groups: ["pro"]), release: "00")

  private let paywall = Paywall(
    id: "spring", title: "For people", products: [PaywallProduct(product: "pro.year")],
    selected: "pro.year",
    content: [
      .init("title", .localised(["en": .text("Spring"), "de": .text("Frühling")])),
      .init("note", .localised(["en": .text("Cancel at any time")])),
    ])

  private func text(_ write: (inout JSONText) -> Void) -> String {
    String(decoding: JSONText(write).bytes, as: UTF8.self)
  }

  @Test(
    "a product has its type, its group and what is passed on, up to the offers",
    arguments: [
      (
        PaywallProduct(product: "pro.year", offers: ["loyalty"]),
        #"{"id":"pro.year","type":"autoRenewable","group":"21504291""#
      ),
      (
        PaywallProduct(
          product: "coins",
          extra: .object([.init("badge", .localised(["en": .text("New"), "de": .text("Neu")]))])),
        #"{"id":"coins","type":"consumable","extra":{"badge":"Neu"}"#
      ),
      (PaywallProduct(product: "unknown"), #"{"id":"unknown""#),
    ])
  func product(product: PaywallProduct, expected: String) {
    #expect(text { $0.opening(of: product, locale: "de", in: snapshot) } == expected)
  }

  @Test("a paywall opens with its products, and closes with its content in one locale")
  func paywallAround() {
    #expect(
      text { $0.opening(of: paywall, locale: "de") }
        == #""productIds":["pro.year"],"paywall":{"id":"spring","locale":"de","selected":"pro.year""#
    )
    #expect(
      text { $0.closing(of: paywall, locale: "de", in: snapshot) }
        == #","content":{"title":"Frühling","note":"Cancel at any time"}}"#)
  }

  @Test("what is not there is not written, and nothing to show is said in full")
  func absent() {
    let bare = Paywall(id: "bare", products: [])
    #expect(
      text { $0.opening(of: bare, locale: "en") }
        == #""productIds":[],"paywall":{"id":"bare","locale":"en""#)
    #expect(text { $0.closing(of: bare, locale: "en", in: snapshot) } == "}")
    #expect(text { $0.noPaywall() } == #""productIds":[],"paywall":null"#)
  }
}
