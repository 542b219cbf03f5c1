import LocalAppStore
import PaywallCatalog
import Testing

/// Which offers a customer may have now.
struct AvailableOfferTests {
  /// The ids of the offers of each product that has any.
  private func offers(_ world: World) throws -> [String: [String]] {
    try world.catalog.products.mapValues {
      try world.availableOffers(on: $0.id, for: "ada").map(\.id)
    }.filter { !$0.value.isEmpty }
  }

  @Test("A new customer, a subscriber and one who left may have different ones")
  func states() throws {
    var world = try Shop.world()
    #expect(
      try offers(world) == ["pro_monthly": ["trial", "PARTNER"], "basic_monthly": ["cheap"]])
    try world.buy("pro_monthly", by: "ada")
    #expect(
      try offers(world) == [
        "pro_monthly": ["loyal"], "max_monthly": ["upgrade"],
        // 'STAY' would be a downgrade by a code.
        "basic_monthly": ["less"],
      ])
    try world.cancel("pro_monthly", by: "ada")
    world.advance(by: period("P3M"))
    #expect(
      try offers(world) == [
        // 'back' asks for two months that were paid.
        "pro_monthly": ["loyal", "PARTNER"], "pro_yearly": ["first"], "max_monthly": ["upgrade"],
        "basic_monthly": ["less"],
      ])
  }

  @Test("An offer outside of its dates is none, and to ask changes nothing")
  func dates() throws {
    var catalog = Shop.catalog
    for index in catalog.offers.indices {
      catalog.offers[index].window = TimeWindow(start: moment("2026-03-01T00:00:00Z"))
    }
    var world = World(catalog, seed: 1, at: moment("2026-01-05T10:00:00Z"))
    try world.addCustomer("ada")
    try world.buy("pro_yearly", by: "ada")
    #expect(try offers(world).isEmpty)
    world.advance(by: period("P3M"))
    #expect(try offers(world)["pro_monthly"] == ["loyal"])
    #expect(throws: StoreRefusal.unknownCustomer("eve")) {
      try world.availableOffers(on: "pro_monthly", for: "eve")
    }
  }
}
