import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

@Suite struct StoreKitFileTests {
  private func read(_ text: String) throws -> (StoreKitFile, [Diagnostic]) {
    let (file, diagnostics) = StoreKitFile.parse(Array(text.utf8), path: LumenStore.path)
    return (try #require(file), diagnostics)
  }

  @Test(arguments: [
    ("1.0", 1, 0, 5, 3), ("1.1", 1, 1, 6, 3), ("1.2", 1, 2, 6, 4), ("2.0", 2, 0, 6, 4),
    ("3.0", 3, 0, 6, 4), ("4.0", 4, 0, 6, 5), ("5.0", 5, 0, 6, 5),
  ])
  func `every version is read without a finding`(
    version: String, major: Int, minor: Int, products: Int, offers: Int
  ) throws {
    let (file, diagnostics) = try read(LumenStore.text(version))
    #expect(diagnostics == [])
    #expect(file.version == StoreKitFile.FormatVersion(major: major, minor: minor))
    #expect(file.products.count == products)
    #expect(file.products.compactMap(\.subscription).flatMap(\.offers).count == offers)
    #expect(file.groups.map(\.id.value) == ["21504291"])
    #expect(file.groups.map(\.name) == ["Pro"])
  }

  @Test func `a monthly plan has its price, unless it is switched off in Xcode`() throws {
    func prices(_ edits: [(String, String)]) throws -> [Int64?] {
      let (file, diagnostics) = try read(LumenStore.edited("5.0", edits))
      #expect(diagnostics == [])
      return file.products.compactMap(\.subscription).map(\.monthlyPrice)
    }
    #expect(try prices([]) == [nil, nil, nil])
    #expect(
      try prices([("\"isEnabled\" : false", "\"isEnabled\" : true")]) == [5_990, nil, nil])
  }

  @Test func `a product has its type, price, period, level and family sharing`() throws {
    let (file, _) = try read(LumenStore.text("4.0"))
    let byId = Dictionary(uniqueKeysWithValues: file.products.map { ($0.id.value, $0) })
    #expect(byId["coins_100"]?.type?.value == .consumable)
    #expect(byId["coins_100"]?.price == 990)
    #expect(byId["pro_lifetime"]?.type?.value == .nonConsumable)
    #expect(byId["pro_lifetime"]?.price == 149_990)
    #expect(byId["season_2026"]?.type?.value == .nonRenewable)
    #expect(byId["pro_yearly"]?.type?.value == .autoRenewable)
    #expect(byId["pro_yearly"]?.isFamilyShareable.value == true)
    #expect(byId["pro_yearly"]?.subscription?.level?.value == 1)
    #expect(byId["pro_monthly"]?.subscription?.level?.value == 3)
    #expect(byId["pro_monthly"]?.subscription?.period?.value == Period(months: 1))
    #expect(byId["pro_monthly"]?.subscription?.group.value == "21504291")
  }

  @Test func `an offer of each kind has its id, payment, period and cycles`() throws {
    let (file, _) = try read(LumenStore.text("5.0"))
    let offers = file.products.compactMap(\.subscription).flatMap(\.offers)
    let trial = try #require(offers.first { $0.kind == .introductory })
    #expect(trial.id.value == nil)
    #expect(trial.payment?.value == .freeTrial)
    #expect(trial.period?.value == Period(days: 7))
    #expect(trial.price == 0)
    #expect(trial.billingPlan == "BILLED_UPFRONT")
    let loyalty = try #require(offers.first { $0.kind == .promotional })
    #expect(loyalty.id.value == "loyalty_20")
    #expect(loyalty.payment?.value == .payAsYouGo)
    #expect(loyalty.cycles.value == 3)
    #expect(loyalty.price == 4990)
    let partner = try #require(offers.first { $0.kind == .offerCode })
    #expect(partner.id.value == "PARTNER26")
    #expect(partner.customers?.value == [.new, .expired])
    let winBack = try #require(offers.first { $0.kind == .winBack })
    #expect(winBack.id.value == "winback_6m")
    #expect(winBack.payment?.value == .payUpFront)
    #expect(winBack.period?.value == Period(months: 6))
  }

  @Test func `numberOfPeriods that is missing is one`() throws {
    let (file, _) = try read(LumenStore.text("1.0"))
    let offers = file.products.compactMap(\.subscription).flatMap(\.offers)
    #expect(offers.first { $0.kind == .introductory }?.cycles.value == 1)
  }

  @Test func `introductoryOffers count before introductoryOffer`() throws {
    let text = """
      {"version":{"major":5,"minor":0},"subscriptionGroups":[{"id":"g","subscriptions":[{
      "productID":"p","type":"RecurringSubscription","groupNumber":1,
      "recurringSubscriptionPeriod":"P1M",
      "introductoryOffer":{"paymentMode":"free","subscriptionPeriod":"P3D"},
      "introductoryOffers":[{"paymentMode":"free","subscriptionPeriod":"P2W"}]}]}]}
      """
    let (file, diagnostics) = try read(text)
    #expect(diagnostics == [])
    let offers = file.products.compactMap(\.subscription).flatMap(\.offers)
    #expect(offers.map(\.period?.value) == [Period(days: 14)])
  }

  @Test(
    arguments: [
      ("0.99", 990), ("9.9", 9900), ("10", 10_000), ("0", 0), ("1.234", 1234), ("", nil),
      ("1.2345", nil), ("1,99", nil), (".99", nil), ("1.", nil), ("-1", nil), ("$1", nil),
      ("1234567890123", nil),
    ] as [(String, Int64?)])
  func `a price is read in thousandths`(text: String, price: Int64?) throws {
    let (file, diagnostics) = try read(
      #"""
      {"version":{"major":1,"minor":0},"products":[
      {"productID":"p","type":"Consumable","displayPrice":"\#(text)"}]}
      """#)
    #expect(file.products.map(\.price) == [price])
    #expect(diagnostics.isEmpty == (price != nil || text.isEmpty))
  }

  @Test func `an empty object is an empty file with a warning`() throws {
    let (file, diagnostics) = try read("{}")
    #expect(file.products.isEmpty)
    #expect(file.groups.isEmpty)
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test func `a version that is newer than 5 is read with a warning`() throws {
    let (file, diagnostics) = try read(
      LumenStore.edited("5.0", [(#""major" : 5"#, #""major" : 6"#)]))
    #expect(file.products.count == 6)
    #expect(diagnostics.map(\.code) == [.storeKitVersion])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    (
      #""products" : ["#, #""products" : 3, "x" : ["#,
      "'products' is text, not a list; it is ignored"
    ),
    (#""productID" : "coins_100""#, #""x" : 1"#, "a product without 'productID' is left out"),
    (
      #""type" : "Consumable""#, #""type" : "Coins""#,
      "'Coins' is not known as 'type'; it is ignored"
    ),
    (#""type" : "Consumable""#, #""x" : 1"#, "'type' is missing"),
    (#""type" : "Consumable""#, #""type" : []"#, "'type' is a list, not text; it is ignored"),
    (
      #""groupNumber" : 1"#, #""groupNumber" : "one""#,
      "'groupNumber' is not a whole number; it is ignored"
    ),
    (
      #""subscriptionPeriod" : "P6M""#, #""subscriptionPeriod" : "6 months""#,
      "'6 months' is not known as 'subscriptionPeriod'; it is ignored"
    ),
    (
      #""paymentMode" : "payUpFront""#, #""paymentMode" : "barter""#,
      "'barter' is not known as 'paymentMode'; it is ignored"
    ),
    (#""offerID" : "winback_6m""#, #""offerID" : """#, "an offer without 'offerID' is left out"),
    (
      #""referenceName" : "PARTNER26""#, #""x" : 1"#, "an offer without 'referenceName' is left out"
    ),
    (#""new""#, #""young""#, "this is no class of customers"),
    (
      #""displayPrice" : "0.99""#, #""displayPrice" : "free""#,
      "'free' is not a price; it is ignored"
    ),
    (#""id" : "21504291""#, #""x" : 1"#, "a subscription group without 'id' is left out"),
    (#""major" : 4,"#, "", "the file does not say its version; it is read as version 1"),
    (
      "\"winbackOffers\" : [\n            {", "\"winbackOffers\" : [ 7, {",
      "this is text, not an offer; it is left out"
    ),
  ])
  func `what cannot be read is left out with a warning`(
    from: String, to: String, message: String
  ) throws {
    let (_, diagnostics) = try read(LumenStore.edited("4.0", [(from, to)]))
    #expect(diagnostics.map(\.message).contains(message), "\(diagnostics.map(\.message))")
    #expect(diagnostics.allSatisfy { $0.severity == .warning && $0.help != nil })
  }

  @Test(arguments: [
    ("", "a value was expected here", 1), ("[1, 2]", "this is a list, not an object", 1),
    ("{\"a\": 1", "a ',' or '}' was expected here", 8), ("{\"a\" 1}", "a ':' was expected here", 6),
    ("{\"a\": 1,}", "a key in double quotes was expected here", 9),
    ("{\"a\": [1 2]}", "a ',' or ']' was expected here", 10),
    ("{\"a\": [1,]}", "a value was expected here", 10),
    ("{\"a\": nul}", "a value was expected here", 7),
    ("{\"a\": nan}", "a value was expected here", 7),
    ("{\"a\": 0x10}", "a value was expected here", 7),
    ("{\"a\": 01}", "a value was expected here", 7),
    ("{\"a\": 1.}", "a value was expected here", 7),
    ("{\"a\": \"x\\", "this quote is never closed", 7),
    ("{\"a\": \"x", "this quote is never closed", 7),
    ("{} x", "nothing may follow the value of the file", 4),
    ("{\"a\": \"\\q\"}", "this escape is not known", 8),
    ("{\"a\": \"\\ud83d\"}", "this escape is no character, or half of one", 8),
    ("{\"a\": \"\\udc00\"}", "this escape is no character, or half of one", 8),
    ("{\"a\": \"\\u12g4\"}", "this escape is no character, or half of one", 8),
    ("{\"é\": \"x\ty\"}", "a control character or line end is inside a text", 9),
    (String(repeating: "[", count: 65), "nested deeper than 64 levels", 65),
  ])
  func `text that is no JSON object is an error at its place`(
    text: String, message: String, column: Int
  ) {
    let (file, diagnostics) = StoreKitFile.parse(Array(text.utf8), path: LumenStore.path)
    #expect(file == nil)
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.first?.severity == .error)
    #expect(diagnostics.first?.range?.start.column == column)
  }

  @Test func `a file that is too large or not UTF-8 is refused`() {
    let large = [UInt8](repeating: 0x20, count: Document.maximumBytes + 1)
    for bytes in [large, [0x7B, 0xFF, 0x7D], [0xFF, 0xFE, 0x7B, 0x00]] {
      let (file, diagnostics) = StoreKitFile.parse(bytes, path: LumenStore.path)
      #expect(file == nil)
      #expect(diagnostics.map(\.code) == [.unreadableText])
    }
  }

  @Test func `JSON is read with its escapes, a byte order mark and places`() throws {
    let text = "\u{FEFF}{ \"a\\/b\" : \"\\ud83d\\ude00 \\u00e9\\n\\t\\\"\", \"n\" : -1.5e3 }\r\n"
    let (root, problems) = JSONReader.read(SourceText(path: "x", text: text))
    #expect(problems == [])
    let entries = try #require(root?.entries)
    #expect(entries.map(\.key) == ["a/b", "n"])
    #expect(entries.first?.value.scalar?.text == "😀 é\n\t\"")
    #expect(entries.last?.value.scalar?.text == "-1.5e3")
    #expect(entries.first?.keyRange.start.column == 3)
    #expect(entries.first?.keyRange.end.column == 9)
  }

  @Test func `of two equal keys the first counts and the second is an error`() throws {
    let text = LumenStore.path
    let (file, diagnostics) = StoreKitFile.parse(
      Array(#"{"version":{"major":3},"version":{"major":4}}"#.utf8), path: text)
    #expect(file?.version.major == 3)
    #expect(diagnostics.map(\.code) == [.duplicateKey])
    #expect(diagnostics.first?.range?.start.column == 24)
  }

  @Test func `64 levels are read`() {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    let (root, problems) = JSONReader.read(SourceText(path: "x", text: text))
    #expect(root != nil)
    #expect(problems == [])
  }
}
