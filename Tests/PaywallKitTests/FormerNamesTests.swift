import Foundation
import PaywallKit
import PaywallKitTesting
import Testing

// There is no `@testable`: this is an app that was written for the former names. The compiler does
// not warn of a deprecated name where the caller is deprecated too.

@Suite("The former names")
struct FormerNamesTests {
  /// A double that was written before ``PaywallProvider/reportExposure(of:showing:)``.
  private struct FormerDouble: PaywallProvider {
    let exposures = Box<[String]>([])

    func placement(
      _ id: String, attributes: [String: AttributeValue], within budget: Duration?
    ) -> PlacementDecision { PlacementDecision(id, shows: .nothing) }

    func exposed(_ placement: PlacementDecision) { exposures.change { $0.append(placement.id) } }

    func exposed(_ placement: PlacementDecision, showing product: DisplayedProduct) {
      exposures.change { $0.append(product.id) }
    }
  }

  private let product = DisplayedProduct(id: "pro", price: 4.99, currency: "EUR")

  @Test("a double with the former names gets the calls of the new ones")
  func double() async {
    let double = FormerDouble()
    let provider: any PaywallProvider = double
    await provider.reportExposure(of: PlacementDecision("settings", shows: .nothing))
    await provider.reportExposure(
      of: PlacementDecision("settings", shows: .nothing), showing: product)
    #expect(double.exposures.value == ["settings", "pro"])
  }

  @Test("an app of an earlier version still builds, and does what it did")
  func app() async {
    let app: any FormerCalls = FormerApp()
    let client = Paywalls.configure(app.configuration())
    await app.report(PlacementDecision("settings", shows: .nothing), product, to: client)
    #expect(await client.waiting == 0)
    #expect(app.isCancelled(.taskCancelled) && !app.isCancelled(.timedOut))
    let advanced = app.configuration().advanced
    #expect(advanced.budget == .seconds(1) && advanced.signingBudget == .seconds(2))
    #expect(advanced.mostExposures == 7 && advanced.evidenceUse == .always)
    #expect(advanced.bundleId == "com.example.app" && advanced.longestPurchase == .seconds(600))
  }
}

/// The calls of an app, by a name that is not deprecated.
private protocol FormerCalls {
  func configuration() -> Paywalls.Configuration
  func report(_ placement: PlacementDecision, _ product: DisplayedProduct, to paywalls: Paywalls)
    async
  func isCancelled(_ failure: NetworkFailure) -> Bool
}

private struct FormerApp: FormerCalls {
  @available(*, deprecated)
  func configuration() -> Paywalls.Configuration {
    var configuration = Paywalls.Configuration.testing(server: FakeServer(), store: FakeStore([]))
    configuration.bundleId = "com.example.app"
    configuration.storageDirectory.append(path: "app")
    configuration.appGroup = nil
    configuration.budget = .seconds(1)
    configuration.signingBudget = configuration.budget * 2
    configuration.session = .afterPause(.seconds(60))
    configuration.automaticAttributes["platform"] = "iOS"
    configuration.evidenceUse = .always
    configuration.evidence = { Evidence() }
    configuration.bundleInterval = .seconds(60)
    configuration.longestBundleAge = .seconds(86_400)
    configuration.mostExposures = 7
    configuration.log = { _ in }
    let transport = configuration.transport
    configuration.transport = transport
    configuration.account = { _ in nil }
    configuration.promotionalOfferForm = .jws
    configuration.longestPurchase = .seconds(600)
    return configuration
  }

  @available(*, deprecated)
  func report(_ placement: Placement, _ product: DisplayedProduct, to paywalls: Paywalls) async {
    await paywalls.exposed(placement)
    await paywalls.exposed(placement, showing: product)
    let provider: any PaywallProvider = paywalls
    await provider.exposed(placement)
  }

  @available(*, deprecated)
  func isCancelled(_ failure: NetworkFailure) -> Bool {
    switch failure {
    case .cancelled: true
    default: false
    }
  }
}
