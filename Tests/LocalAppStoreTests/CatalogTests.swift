import CatalogFiles
import LocalAppStore
import PaywallCatalog
import TestSupport
import Testing

/// The products of the files, as the App Store sells them.
struct CatalogTests {
  private let snapshot: Snapshot

  init() throws {
    let files = ConfigurationFiles(files: SampleConfiguration.texts.bytes)
    snapshot = try #require(Loader.load(files).snapshot)
  }

  @Test("Groups become levels, and prices are invented in proportion to periods")
  func products() throws {
    let catalog = StoreCatalog(snapshot)
    #expect(catalog.bundleId == "com.example.lumen")
    #expect(catalog.appAppleId == 1_234_567_890)
    let monthly = try #require(catalog.products["pro_monthly"])
    #expect(monthly.subscription?.groupId == "21504291")
    #expect(monthly.subscription?.level == 3)
    #expect(monthly.subscription?.period == period("P1M"))
    #expect(monthly.price == 9_990)
    #expect(catalog.products["pro_yearly"]?.subscription?.level == 1)
    #expect(catalog.products["pro_yearly"]?.price == 119_990)
    let lifetime = try #require(catalog.products["pro_lifetime"])
    #expect(lifetime.subscription == nil)
    #expect(lifetime.price == 4_990)
    #expect(catalog.products.count == snapshot.products.count)
  }

  @Test("An offer that is paid costs half, and a given price is taken")
  func offers() throws {
    let catalog = StoreCatalog(snapshot, prices: ["pro_yearly": 60_000])
    #expect(catalog.products["pro_yearly"]?.price == 60_000)
    let loyalty = try #require(
      catalog.offers.first { $0.id == "loyalty_20" && $0.products == ["pro_monthly"] })
    #expect(loyalty.price == 4_990)
    #expect(loyalty.cycles == 3)
    let back = try #require(catalog.offers.first { $0.kind == .winBack })
    #expect(back.price == 15_000)
    #expect(back.winBack?.paidFor == period("P2M"))
    let trial = try #require(catalog.offers.first { $0.kind == .introductory })
    #expect(trial.price == 0)
    #expect(trial.products == ["pro_yearly_trial"])
  }

  @Test("A world of the files sells what they offer")
  func bought() throws {
    var world = World(StoreCatalog(snapshot), seed: 3, at: moment("2026-01-31T12:00:00Z"))
    try world.addCustomer("ada", storefront: .germany)
    let trial = try #require(try world.buy("pro_yearly_trial", by: "ada"))
    #expect(trial.offer?.payment == .freeTrial)
    #expect(trial.expiresDate == moment("2026-02-07T12:00:00Z"))
    world.advance(by: period("P1W"))
    #expect(try world.state().current.price == 119_990)
  }
}
