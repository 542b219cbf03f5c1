import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

@Suite struct StoreKitCheckTests {
  private func findings(_ text: String, against snapshot: Snapshot = LumenStore.snapshot) throws
    -> [Diagnostic]
  {
    let (file, diagnostics) = StoreKitFile.parse(Array(text.utf8), path: LumenStore.path)
    #expect(diagnostics == [])
    return StoreKitCheck.findings(in: try #require(file), against: snapshot)
  }

  @Test(arguments: ["4.0", "5.0"])
  func `a file that agrees has no findings`(version: String) throws {
    #expect(try findings(LumenStore.text(version)) == [])
  }

  @Test(arguments: [
    (
      "1.0",
      [
        "'season_2026' is not in Paywalls/store/Products.storekit",
        "the offer 'comeBack' on 'pro_yearly' is not in Paywalls/store/Products.storekit",
        "the offer 'partner' on 'pro_monthly' is not in Paywalls/store/Products.storekit",
      ]
    ),
    (
      "1.1",
      [
        "the offer 'comeBack' on 'pro_yearly' is not in Paywalls/store/Products.storekit",
        "the offer 'partner' on 'pro_monthly' is not in Paywalls/store/Products.storekit",
      ]
    ),
    ("2.0", ["the offer 'comeBack' on 'pro_yearly' is not in Paywalls/store/Products.storekit"]),
    ("3.0", ["the offer 'comeBack' on 'pro_yearly' is not in Paywalls/store/Products.storekit"]),
  ])
  func `what an old version cannot hold is missing in it`(
    version: String, messages: [String]
  ) throws {
    let found = try findings(LumenStore.text(version))
    #expect(found.map(\.message) == messages)
    #expect(found.allSatisfy { $0.severity == .warning && $0.code == .storeKitMissing })
  }

  /// An edit of the file of version 4, and what is found: the marked text and the message.
  struct Contradiction: Sendable, CustomTestStringConvertible {
    var name: String
    var from: String
    var to: String
    var marked: String
    var message: String
    var severity = Diagnostic.Severity.error
    var testDescription: String { name }
  }

  static let contradictions: [Contradiction] = [
    Contradiction(
      name: "type", from: #""NonConsumable""#, to: #""Consumable""#, marked: #""Consumable""#,
      message: "'pro_lifetime' is consumable here, nonConsumable in products.yaml"),
    Contradiction(
      name: "group id", from: #""id" : "21504291""#, to: #""id" : "21504292""#,
      marked: #""21504292""#,
      message: "the group 'pro' has the id '21504292' here, '21504291' in products.yaml"),
    Contradiction(
      name: "level", from: #""groupNumber" : 1"#, to: #""groupNumber" : 4"#, marked: "2",
      message: "'pro_yearly_trial' is above 'pro_yearly' here, below it in products.yaml"),
    Contradiction(
      name: "shared level", from: #""groupNumber" : 3"#, to: #""groupNumber" : 2"#, marked: "2",
      message:
        "'pro_monthly' is on the level of 'pro_yearly_trial' here, below it in products.yaml"),
    Contradiction(
      name: "period", from: #""recurringSubscriptionPeriod" : "P1M""#,
      to: #""recurringSubscriptionPeriod" : "P2M""#, marked: #""P2M""#,
      message: "the period of 'pro_monthly' is P2M here, P1M in products.yaml"),
    Contradiction(
      name: "family sharing", from: #""familyShareable" : true"#,
      to: #""familyShareable" : false"#, marked: "false",
      message: "'pro_yearly' cannot be shared with a family here, can in products.yaml"),
    Contradiction(
      name: "payment", from: #""paymentMode" : "payUpFront""#, to: #""paymentMode" : "free""#,
      marked: #""free""#,
      message: "'winback_6m' on 'pro_yearly' is freeTrial here, payUpFront in offers.yaml"),
    Contradiction(
      name: "offer period", from: #""subscriptionPeriod" : "P6M""#,
      to: #""subscriptionPeriod" : "P3M""#, marked: #""P3M""#,
      message: "'winback_6m' on 'pro_yearly' has the period P3M here, P6M in offers.yaml"),
    Contradiction(
      name: "introductory period", from: #""subscriptionPeriod" : "P1W""#,
      to: #""subscriptionPeriod" : "P3D""#, marked: #""P3D""#,
      message:
        "the introductory offer on 'pro_yearly_trial' has the period P3D here, P1W in offers.yaml"),
    Contradiction(
      name: "customers of a code", from: "\"new\",", to: "\"existing\",",
      marked: "[\n                \"existing\",\n                \"expired\"\n              ]",
      message: "'PARTNER26' on 'pro_monthly' is for existing and expired customers here, new and "
        + "expired customers in offers.yaml"),
    Contradiction(
      name: "unknown offer", from: #""introductoryOffer" : null,"#,
      to: #""introductoryOffer" : {"paymentMode":"free","subscriptionPeriod":"P1W"},"#,
      marked: #"{"paymentMode":"free","subscriptionPeriod":"P1W"}"#,
      message: "'pro_monthly' has an introductory offer here, none in offers.yaml",
      severity: .warning),
  ]

  @Test(arguments: contradictions)
  func `a contradiction is found at its place`(_ expected: Contradiction) throws {
    let text = try LumenStore.edited("4.0", [(expected.from, expected.to)])
    var edited = text
    if expected.name == "unknown offer" {
      // Both other subscriptions have none; only the last one keeps the edit.
      edited = text.replacing(expected.to, with: expected.from, maxReplacements: 1)
    }
    let (file, _) = StoreKitFile.parse(Array(edited.utf8), path: LumenStore.path)
    let found = StoreKitCheck.findings(in: try #require(file), against: LumenStore.snapshot)
    #expect(found.map(\.message) == [expected.message])
    let finding = try #require(found.first)
    #expect(finding.severity == expected.severity)
    #expect(finding.help != nil)
    let range = try #require(finding.range)
    let source = SourceText(path: "", text: edited)
    #expect(source.text(in: range.start.offset..<range.end.offset) == expected.marked)
  }

  @Test func `cycles that differ are found on every product with the offer`() throws {
    let found = try findings(
      LumenStore.edited("4.0", [(#""numberOfPeriods" : 3"#, #""numberOfPeriods" : 4"#)]))
    #expect(
      found.map(\.message) == [
        "'loyalty_20' on 'pro_yearly' runs for 4 periods here, 3 in offers.yaml",
        "'loyalty_20' on 'pro_monthly' runs for 4 periods here, 3 in offers.yaml",
      ])
  }

  @Test func `an offer paid up front counts by its whole length`() throws {
    let found = try findings(
      LumenStore.edited(
        "4.0",
        [
          (
            "\"numberOfPeriods\" : 1,\n              \"offerID\" : \"winback_6m\"",
            "\"numberOfPeriods\" : 6,\n              \"offerID\" : \"winback_6m\""
          ), (#""subscriptionPeriod" : "P6M""#, #""subscriptionPeriod" : "P1M""#),
        ]))
    #expect(found == [])
  }

  @Test func `a mistyped product is unknown here and missing there`() throws {
    let found = try findings(LumenStore.edited("4.0", [("coins_100", "coin_100")]))
    #expect(
      found.map(\.message) == [
        "'coins_100' is not in Paywalls/store/Products.storekit",
        "'coin_100' is not in products.yaml",
      ])
    #expect(found.map(\.severity) == [.warning, .warning])
    #expect(found.last?.help == "did you mean 'coins_100'?")
  }

  @Test func `what is missing is reported where it is declared, if the caller knows`() throws {
    let (file, _) = StoreKitFile.parse(try LumenStore.bytes("1.1"), path: LumenStore.path)
    let source = SourceText(path: "offers.yaml", text: "offers:\n  comeBack: x\n")
    let range = source.range(10..<18)
    let found = StoreKitCheck.findings(in: try #require(file), against: LumenStore.snapshot) {
      $0 == .offer("comeBack") ? StoreKitCheck.Place(file: "offers.yaml", range: range) : nil
    }
    #expect(found.map(\.file) == [LumenStore.path, "offers.yaml"])
    #expect(found.last?.range == range)
  }

  @Test func `an offer of another kind is one error`() throws {
    let found = try findings(
      LumenStore.edited(
        "4.0",
        [
          ("PARTNER26", "loyalty_20"),
          ("\"adHocOffers\" : [\n            {", "\"x\" : [\n            {"),
        ]))
    #expect(
      found.map(\.message) == [
        "the offer 'loyalty' on 'pro_yearly' is not in Paywalls/store/Products.storekit",
        "'loyalty_20' on 'pro_monthly' is an offer code here, a promotional offer in offers.yaml",
        "the offer 'partner' on 'pro_monthly' is not in Paywalls/store/Products.storekit",
      ])
    #expect(found.map(\.severity) == [.warning, .error, .warning])
  }

  @Test func `an unknown offer has the nearest name or what to do as its help`() throws {
    var snapshot = LumenStore.snapshot
    snapshot.offers["comeBack"]?.id = "winback_6w"
    let typo = try findings(LumenStore.text("4.0"), against: snapshot)
    #expect(
      typo.map(\.message) == [
        "the offer 'comeBack' on 'pro_yearly' is not in Paywalls/store/Products.storekit",
        "a win-back offer 'winback_6m' on 'pro_yearly' is not in offers.yaml",
      ])
    #expect(typo.last?.help == "did you mean 'winback_6w'?")
    snapshot = LumenStore.snapshot
    snapshot.offers["loyalty"]?.products = ["pro_yearly"]
    let elsewhere = try findings(LumenStore.text("4.0"), against: snapshot)
    #expect(
      elsewhere.map(\.help) == [
        "add 'pro_monthly' to the products of this offer in offers.yaml, or delete it in Xcode"
      ])
    snapshot.offers["loyalty"] = nil
    let none = try findings(LumenStore.text("4.0"), against: snapshot)
    #expect(
      none.map(\.help) == Array(repeating: "add it to offers.yaml, or delete it in Xcode", count: 2)
    )
  }

  @Test func `one billing plan of version 5 that agrees is enough`() throws {
    let found = try findings(
      LumenStore.edited(
        "5.0",
        [
          (
            "\"introductoryOffers\" : [\n            {",
            """
            "introductoryOffers" : [ {"paymentMode":"payUpFront","subscriptionPeriod":"P1M",
            "numberOfPeriods":1,"displayPrice":"1.99","billingPlanType":"MONTHLY"}, {
            """
          )
        ]))
    #expect(found == [])
  }

  @Test func `an offer of another billing plan is found`() throws {
    var snapshot = LumenStore.snapshot
    snapshot.offers["trial"]?.billingPlan = .monthly
    let found = try findings(LumenStore.text("5.0"), against: snapshot)
    #expect(
      found.map(\.message) == [
        "an introductory offer on 'pro_yearly_trial' is of the billing plan upFront here, "
          + "monthly in offers.yaml"
      ])
  }

  @Test func `a subscription in the wrong group is found at the subscription`() throws {
    var snapshot = LumenStore.snapshot
    snapshot.groups = [
      SubscriptionGroup(key: "pro", id: "21504291", levels: [["pro_yearly"], ["pro_monthly"]]),
      SubscriptionGroup(key: "trials", id: "21504299", levels: [["pro_yearly_trial"]]),
    ]
    snapshot.products["pro_yearly_trial"]?.group = "trials"
    let found = try findings(LumenStore.text("4.0"), against: snapshot)
    #expect(
      found.map(\.message) == [
        "'pro_yearly_trial' is in the group '21504291' here, in 'trials' ('21504299') in "
          + "products.yaml"
      ])
    #expect(found.map(\.severity) == [.error])
  }

  @Test func `shared levels agree whatever their numbers are`() throws {
    var snapshot = LumenStore.snapshot
    snapshot.groups = [
      SubscriptionGroup(
        key: "pro", id: "21504291", levels: [["pro_yearly", "pro_yearly_trial"], ["pro_monthly"]])
    ]
    let agreeing = try LumenStore.edited(
      "4.0",
      [
        (#""groupNumber" : 1"#, #""groupNumber" : 2"#),
        (#""groupNumber" : 3"#, #""groupNumber" : 7"#),
      ])
    #expect(try findings(agreeing, against: snapshot) == [])
    #expect(
      try findings(LumenStore.text("4.0"), against: snapshot).map(\.message) == [
        "'pro_yearly_trial' is below 'pro_yearly' here, on the level of it in products.yaml"
      ])
  }

  @Test func `a product that is twice in the file is an error`() throws {
    let found = try findings(
      LumenStore.edited(
        "4.0", [("\"pro_lifetime\"", "\"coins_100\""), ("\"NonConsumable\"", "\"Consumable\"")]))
    #expect(
      found.map(\.message) == [
        "'pro_lifetime' is not in Paywalls/store/Products.storekit",
        "'coins_100' is twice in the file",
      ])
  }
}
