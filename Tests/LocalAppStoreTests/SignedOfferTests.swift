import Foundation
import LocalAppStore
import OfferSigning
import PaywallCatalog
import Testing

/// Promotional offers and eligibility for introductory ones, as the app's server signs them.
struct SignedOfferTests {
  private let key: SigningKey
  private let token = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
  private var world: World

  init() throws {
    key = try SigningKey.throwAway(id: "ABC123DEFG")
    world = try Shop.world(offerKeys: [key.verificationKey])
    try world.buy("pro_yearly", by: "ada")
    _ = world.takeNotifications()
  }

  private var time: Date { Date(timeIntervalSince1970: Double(world.now.milliseconds) / 1000) }

  /// An offer on a product, signed for the account token that the app then sends.
  private func legacy(
    _ id: String, on product: String, bundleId: String = "com.example.paywall",
    for customer: OfferCustomer? = nil, at time: Date? = nil
  ) throws -> PurchaseOptions {
    let offer = PromotionalOffer(bundleId: bundleId, productId: product, offerId: id)
    let signature = try key.sign(
      offer, for: customer ?? .appAccountToken(token), nonce: UUID(), at: time ?? self.time)
    return PurchaseOptions(
      appAccountToken: token, offer: .promotional(offerId: id, .legacy(signature)))
  }

  private func jws(_ request: JWSRequest) throws -> String {
    try key.sign(request, nonce: UUID(), at: time)
  }

  @Test("An offer on the subscribed product begins with the renewal, for all of its cycles")
  mutating func sameProduct() throws {
    try world.addCustomer("bob")
    try world.buy("pro_monthly", by: "bob")
    _ = world.takeNotifications()
    try world.buy("pro_monthly", by: "bob", legacy("loyal", on: "pro_monthly"))
    #expect(world.told() == ["OFFER_REDEEMED 1"])
    // The trial ends after a week; three cycles of a month follow.
    world.advance(by: period("P1W"))
    for _ in 0..<3 {
      let current = try #require(try world.subscriptions(of: "bob").first?.current)
      #expect(current.offer?.id == "loyal")
      #expect(current.price == 4_990)
      world.advance(by: period("P1M"))
    }
    #expect(try world.subscriptions(of: "bob").first?.current.price == 9_990)
  }

  @Test("An offer on a higher level begins at once, on a lower one with the renewal")
  mutating func otherLevels() throws {
    let bought = try #require(
      try world.buy("max_monthly", by: "ada", legacy("upgrade", on: "max_monthly")))
    #expect(bought.offer?.id == "upgrade")
    #expect(bought.expiresDate == moment("2026-03-05T10:00:00Z"))
    let offer = PromotionalOffer(
      bundleId: "com.example.paywall", productId: "basic_monthly", offerId: "less")
    let text = try jws(.promotionalOffer(offer, transactionId: bought.transactionId))
    #expect(
      try world.buy(
        "basic_monthly", by: "ada", .init(offer: .promotional(offerId: "less", .jws(text))))
        == nil)
    #expect(world.told() == ["OFFER_REDEEMED/UPGRADE 1", "OFFER_REDEEMED/DOWNGRADE 1"])
    #expect(try world.state().renewal.offer?.id == "less")
    #expect(try world.state().renewal.autoRenewProductId == "basic_monthly")
  }

  @Test("A wrong field is named, and nothing is bought")
  mutating func wrongField() throws {
    let otherToken = OfferCustomer.appAccountToken("5f1c0b9e-7f0a-4a53-9d6f-0f5b1f0a7c11")
    let wrong: [(PurchaseOptions, String)] = [
      (try legacy("upgrade", on: "pro_monthly"), "productId"),
      (try legacy("upgrade", on: "max_monthly", for: .anyone), "appAccountToken"),
      (try legacy("upgrade", on: "max_monthly", at: time.addingTimeInterval(-86_401)), "timestamp"),
    ]
    for (options, field) in wrong {
      let error = #expect(throws: StoreRefusal.self) {
        try world.buy("max_monthly", by: "ada", options)
      }
      guard case .invalidOfferSignature(let findings) = error else {
        Issue.record("\(field) is refused as \(String(describing: error))")
        continue
      }
      #expect(findings.map(\.field).contains(field), "\(findings)")
    }
    // No search can find the bytes of a token that this world never saw.
    let unknown = try legacy("upgrade", on: "max_monthly", for: otherToken)
    let error = #expect(throws: StoreRefusal.self) {
      try world.buy("max_monthly", by: "ada", unknown)
    }
    guard case .invalidOfferSignature(let findings) = error else { return }
    #expect(findings.map(\.code) == [.signatureMismatch])
    #expect(world.told().isEmpty)
  }

  @Test("A signature serves one attempt, even one that fails")
  mutating func nonce() throws {
    let options = try legacy("upgrade", on: "max_monthly")
    try world.setPayment(works: false, of: "ada")
    #expect(throws: StoreRefusal.paymentFailed) {
      try world.buy("max_monthly", by: "ada", options)
    }
    try world.setPayment(works: true, of: "ada")
    let error = #expect(throws: StoreRefusal.self) {
      try world.buy("max_monthly", by: "ada", options)
    }
    guard case .nonceUsed = error else {
      Issue.record("refused as \(String(describing: error))")
      return
    }
  }

  @Test("A promotional offer needs a past subscription, and an offer that is there")
  mutating func strangers() throws {
    try world.addCustomer("bob")
    #expect(throws: StoreRefusal.notEligible(offer: "upgrade", .neverSubscribed)) {
      try world.buy("max_monthly", by: "bob", legacy("upgrade", on: "max_monthly"))
    }
    #expect(throws: StoreRefusal.unknownOffer("gone", product: "max_monthly")) {
      try world.buy("max_monthly", by: "ada", legacy("gone", on: "max_monthly"))
    }
  }

  @Test("A signed request holds for the customer whose transaction it names")
  mutating func otherCustomer() throws {
    let bob = try world.addCustomer("bob")
    let offer = PromotionalOffer(
      bundleId: "com.example.paywall", productId: "max_monthly", offerId: "upgrade")
    let text = try jws(.promotionalOffer(offer, transactionId: bob.appTransactionId))
    #expect(throws: StoreRefusal.transactionOfAnotherCustomer(bob.appTransactionId)) {
      try world.buy(
        "max_monthly", by: "ada", .init(offer: .promotional(offerId: "upgrade", .jws(text))))
    }
  }

  @Test("A signed request gives a second introductory offer, or withholds the first")
  mutating func eligibility() throws {
    let bob = try world.addCustomer("bob")
    func options(_ isAllowed: Bool) throws -> PurchaseOptions {
      PurchaseOptions(
        offer: .introductoryEligibility(
          jws: try jws(
            .introductoryEligibility(
              bundleId: "com.example.paywall", productId: "pro_monthly", isAllowed: isAllowed,
              transactionId: bob.appTransactionId))))
    }
    let full = try #require(
      try world.buy("pro_monthly", by: "bob", options(false)))
    #expect(full.offer == nil)
    #expect(throws: StoreRefusal.transactionOfAnotherCustomer(bob.appTransactionId)) {
      try world.buy("pro_monthly", by: "ada", options(true))
    }
    try world.refund(full.transactionId)
    let first = try #require(try world.buy("pro_monthly", by: "bob"))
    #expect(first.offer?.kind == .introductory)
    try world.refund(first.transactionId)
    let second = try #require(
      try world.buy("pro_monthly", by: "bob", options(true)))
    #expect(second.offer?.kind == .introductory)
  }

  @Test("A signed request gives no introductory offer outside its dates")
  func eligibilityOutsideItsDates() throws {
    var catalog = Shop.catalog
    catalog.offers[0].window = TimeWindow(end: moment("2026-01-01T00:00:00Z"))
    var other = World(
      catalog, seed: 1, at: moment("2026-01-05T10:00:00Z"), offerKeys: [key.verificationKey])
    let ada = try other.addCustomer("ada")
    let text = try jws(
      .introductoryEligibility(
        bundleId: "com.example.paywall", productId: "pro_monthly", isAllowed: true,
        transactionId: ada.appTransactionId))
    let bought = try other.buy(
      "pro_monthly", by: "ada", PurchaseOptions(offer: .introductoryEligibility(jws: text)))
    #expect(bought?.offer == nil && bought?.price == 9_990)
  }
}
