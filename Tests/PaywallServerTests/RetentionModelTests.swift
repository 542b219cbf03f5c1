import AppStoreFixtures
@testable import HTTPTransport
import HTTPTypes
import Ledger
import LedgerPostgres
import LedgerSQLite
import NIOCore
import NIOEmbedded
import PaywallCatalog
@testable import PaywallServer
import TestSupport
import Testing

/// Answers to random requests, as a small model of the rules says.
@Suite("Random requests for retention messages") struct RetentionModelTests {
  @Test("10,000 requests to a file are answered as the model says")
  func file() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger.open(path: folder.path + "/ledger.sqlite")
    try await check(10_000, on: ledger)
    await ledger.close()
  }

  @Test(
    "1,000 requests to PostgreSQL are answered as the model says",
    .enabled(if: PostgresCluster.isInstalled))
  func postgres() async throws {
    let ledger = try PostgresLedger.open(
      PostgresAddress(PostgresCluster.shared.get().address()))
    try await check(1_000, on: ledger)
    await ledger.close()
  }

  private func check(_ count: Int, on ledger: any Ledger) async throws {
    var world = try RetentionWorld()
    world.limit = OfferLimit(perCustomer: 1, perDay: 5, attempts: AttemptLimit(server: 3))
    var model = Model()
    for customer in 0..<Model.known {
      let (country, product, environment) = Model.customer(customer)
      try await world.subscribe(customer, from: country, to: product, in: environment, ledger)
    }
    var server = try world.server(ledger)
    // Without keys, forged requests cost their sender nothing.
    server.keys = []
    let application = try server.application()
    var random = SplitMix(state: 45)
    for number in 0..<count {
      let request = Model.Request(number, &random)
      let body = try await Self.answer(try request.signed(by: world), application)
      let expected = model.answer(to: request, given: body)
      try #require(expected == body, "request \(number): \(request)")
    }
    #expect(model.grants.count == 5)
    #expect(model.words.count == 5, "\(model.words)")
  }

  private static func answer(_ payload: String, _ application: Application) async throws -> String {
    let head = HTTPRequest(
      method: .post, scheme: nil, authority: "localhost", path: "/v1/appstore/retention")
    let body = ByteBuffer(string: "{\"signedPayload\":\"\(payload)\"}")
    let answer = application.responder.answer(
      HTTPTransport.Request(head: head, body: .whole(body)),
      RequestSource(NIOAsyncTestingChannel()))
    return String(buffer: await answer.response.body)
  }
}

/// The answers to all of them, without a server.
private struct Model {
  /// Customers from 0; the ledger does not know those after them.
  static let known = 40
  static let all = 50

  struct Request {
    let number: Int
    let customer: Int
    let locale: String
    let age: Int64
    let isForged: Bool
    let isOfOtherApp: Bool

    init(_ number: Int, _ random: inout SplitMix) {
      // A fifth comes again.
      let isAgain = number > 0 && random.below(5) == 0
      self.number = isAgain ? random.below(number) : number
      // A request that comes again asks for the same.
      var own = SplitMix(state: UInt64(self.number))
      customer = own.below(Model.all)
      locale = ["en-US", "de-AT", "ja-JP", "fr-FR"][own.below(4)]
      age = own.below(10) == 0 ? 300_001 : Int64(own.below(300_001))
      isForged = own.below(20) == 0
      isOfOtherApp = own.below(20) == 0
    }

    func signed(by world: RetentionWorld) throws -> String {
      let (_, product, environment) = Model.customer(customer)
      let text = try world.request(
        number, of: customer, in: environment, locale: locale, product: product, age: age,
        isOfOtherApp ? ["appAppleId": 1] : [:])
      // The last digit of a signature has bits that do not count.
      return isForged ? String(text.dropLast(2)) + (text.hasSuffix("AA") ? "BB" : "AA") : text
    }
  }

  /// The storefront, product and environment of a customer.
  static func customer(_ number: Int) -> (String, String, AppStoreEnvironment) {
    (
      ["DEU", "FRA", "JPN", "USA", "GBR"][number % 5],
      number % 3 == 0 ? "pro_yearly" : "pro_monthly", number % 4 == 0 ? .sandbox : .production
    )
  }

  private var answered: [Int: String] = [:]
  /// The signatures of each customer who has the offer.
  private(set) var grants: [Int: Int] = [:]
  /// The kinds of answers that came.
  private(set) var words: Set<String> = []

  /// - Parameter given: the answer, whose signature only the key can make.
  mutating func answer(to request: Request, given: String) -> String {
    guard !request.isForged, !request.isOfOtherApp, request.age <= 300_000 else {
      return nothing()
    }
    if let earlier = answered[request.number] {
      words.insert("earlier")
      return earlier
    }
    let body = request.customer < Self.known ? decided(request, given) : nothing()
    answered[request.number] = body
    return body
  }

  private mutating func decided(_ request: Request, _ given: String) -> String {
    let (country, product, environment) = Self.customer(request.customer)
    guard let message = RetentionWorld.countries.first(where: { $0.value == country })?.key,
      let language = Self.language(of: request.locale, message, environment)
    else { return nothing() }
    let identifier = RetentionWorld.identifiers[message]?[language] ?? ""
    switch message {
    case "switch":
      guard product != "pro_yearly" else { return nothing() }
      words.insert("product")
      return
        #"{"alternateProduct":{"messageIdentifier":"\#(identifier)","productId":"pro_yearly"}}"#
    case "half" where hasPlace(request.customer):
      grants[request.customer, default: 0] += 1
      words.insert("offer")
      let start =
        #"{"promotionalOffer":{"messageIdentifier":"\#(identifier)","promotionalOfferSignatureV2":""#
      let isNew = !answered.values.contains(given)
      return isNew && given.hasPrefix(start) && given.hasSuffix("\"}}") ? given : start
    default:
      words.insert("message")
      return RetentionWorld.message(message, language)
    }
  }

  private func hasPlace(_ customer: Int) -> Bool {
    grants[customer].map { $0 < 3 } ?? (grants.count < 5)
  }

  private mutating func nothing() -> String {
    words.insert("nothing")
    return "{}"
  }

  /// The approved language for a reader, else English where that is approved.
  private static func language(
    of locale: String, _ message: String, _ environment: AppStoreEnvironment
  ) -> String? {
    var approved = ["stay": ["en", "de"], "switch": ["en"], "half": ["en", "ja"]][message] ?? []
    if environment == .sandbox { approved = message == "stay" ? ["de"] : [] }
    let wanted = String(locale.prefix(2))
    return approved.contains(wanted) ? wanted : approved.contains("en") ? "en" : nil
  }
}
