import Foundation
import PaywallKit
import Testing

// There is no `@testable`: an app has none either.

@Suite("An app's own doubles")
struct DoubleTests {
  private struct OnePaywall: PaywallProvider {
    var answer: PlacementDecision

    func placement(
      _ id: String, attributes: [String: AttributeValue], within budget: Duration?
    ) -> PlacementDecision { answer }
  }

  /// A double for a screen that sells: one entitlement, after the tap.
  private final class Shopkeeper: PaywallProvider {
    private let bought = Box(false)

    func placement(
      _ id: String, attributes: [String: AttributeValue], within budget: Duration?
    ) -> PlacementDecision {
      PlacementDecision(id, paywall: Paywall("winter", products: [.init("pro")]))
    }

    func buy(
      _ product: String, on placement: PlacementDecision, offer: OfferPreference,
      ifOfferFails fallback: OfferFallback, within budget: Duration?
    ) -> PurchaseOutcome {
      bought.change { $0 = true }
      return .pending
    }

    var customer: PaywallCustomer? {
      PaywallCustomer(
        id: "me", entitlements: bought.value ? [.init(id: "pro", product: "pro")] : [])
    }
  }

  @Test("a screen that sells takes a double too, and one that sells nothing says so")
  func selling() async {
    let shop: any PaywallProvider = Shopkeeper()
    #expect(!shop.isEntitled("pro"))
    #expect(await shop.buy("pro", on: await shop.placement("settings")) == .pending)
    #expect(shop.isEntitled("pro"))
    #expect(await shop.customers.first { _ in true }?.entitlements.map(\.id) == ["pro"])
    #expect(await shop.refreshCustomer() == shop.customer)

    let none: any PaywallProvider = OnePaywall(
      answer: PlacementDecision("settings", paywall: paywall))
    #expect(await none.buy("pro", on: await none.placement("settings")) == .failed(.noStore))
    #expect(await none.restore() == .failed(.noStore))
    #expect(await none.offer(for: "pro", on: await none.placement("settings")) == nil)
    guard case .notSaved = await none.report(PurchaseEvidence(transactions: ["x"])) else {
      Issue.record("An app would finish what nobody has kept.")
      return
    }
    #expect(!none.isEntitled("pro") && none.customer == nil)
  }

  private let paywall = Paywall(
    "winter",
    products: [
      Paywall.Product(
        "pro_yearly", offers: [Paywall.Offer(.promotional, id: "loyalty_20")],
        introductory: Paywall.Introductory())
    ], selected: "pro_yearly", content: .object(["headline": .string("Long evenings")]))

  @Test("a screen takes a double for the client")
  func double() async {
    let provider: any PaywallProvider = OnePaywall(
      answer: PlacementDecision("settings", paywall: paywall))
    let answer = await provider.placement("settings")
    #expect(answer.paywall?.products.first?.offers.first?.needsSignature == true)
    #expect(answer.productIds == ["pro_yearly"])
    await provider.reportExposure(of: answer)
    for await _ in await provider.updates(of: "settings") { Issue.record("There are none.") }
  }

  @Test("an answer that an app makes tells the server nothing")
  func tellsNothing() async {
    let asked = Box(0)
    var configuration = Paywalls.Configuration(
      server: URL(fileURLWithPath: "/nowhere"), clientKey: nil)
    configuration.advanced.storageDirectory = FileManager.default.temporaryDirectory
      .appendingPathComponent("double-\(UUID().uuidString)")
    configuration.advanced.transport = { _ in
      asked.change { $0 += 1 }
      throw CancellationError()
    }
    let client = Paywalls.configure(configuration)
    let experiment = PlacementDecision.Experiment("x", variant: "a")
    await client.reportExposure(
      of: PlacementDecision("settings", paywall: paywall, experiment: experiment))
    await client.flush()
    #expect(await client.waiting == 0 && asked.value == 0)
    try? FileManager.default.removeItem(at: configuration.advanced.storageDirectory)
  }

  @Test(
    "answers are written and read back",
    arguments: [
      PlacementDecision.Shows.nothing, .unknown, .paywall(Paywall("plain", products: [])),
    ])
  func codable(shows: PlacementDecision.Shows) throws {
    let answers = [
      PlacementDecision("settings", shows: shows, source: .cache(age: .seconds(3))),
      PlacementDecision(
        "settings", shows: shows, experiment: PlacementDecision.Experiment("x", variant: "a"),
        validUntil: Date(timeIntervalSince1970: 1_796_000_000),
        source: .bundledFile(DecisionSource.Bundled(release: "ab")),
        diagnostics: [
          .noCache, .network(.refused(ServerProblem(code: "unknownKey", status: 401))),
          .network(.tooManyRequests(retryAfter: .seconds(5))), .noBundle("None is here."),
        ]),
    ]
    let read = try JSONDecoder().decode(
      [PlacementDecision].self, from: JSONEncoder().encode(answers))
    #expect(read == answers)
  }

  @Test("a paywall of an app's file is read, with content of any shape")
  func ofAFile() throws {
    let text = try JSONEncoder().encode(paywall)
    #expect(try JSONDecoder().decode(Paywall.self, from: text) == paywall)
  }
}
