import Foundation
import LocalAppStore
import OfferSigning
import PaywallCatalog
import Testing

/// A customer who is about to cancel, and the answer of the app's server.
struct RetentionTests {
  private let key: SigningKey
  private var world: World
  private static let plain = "11111111-1111-4111-8111-111111111111"
  private static let standard = "22222222-2222-4222-8222-222222222222"

  init() throws {
    key = try SigningKey.throwAway(id: "ABC123DEFG", issuerId: "issuer")
    world = try Shop.world(offerKeys: [key.verificationKey])
    try world.buy("pro_yearly", by: "ada")
    for id in [Self.plain, Self.standard] {
      try world.messages.upload(StoreMessage(id: id, header: "Stay", body: "A while longer."))
    }
    try world.messages.setDefault(
      Self.standard, at: .init(productId: "pro_yearly", locale: "en-US"))
    _ = world.takeNotifications()
  }

  /// Lets ada begin to cancel, and the app's server answer.
  private mutating func ask(
    _ answer: String, _ result: RealtimeResult? = .success, in locale: String? = nil
  ) throws -> RetentionRequest {
    try world.askBeforeCancel("pro_yearly", by: "ada", in: locale)
    let question = try #require(world.takeQuestions().first)
    world.finish(question, result, Array(answer.utf8))
    return try #require(try world.subscription().retentionRequests.last)
  }

  private static func message(_ id: String = plain) -> String {
    #"{"message":{"messageIdentifier":"\#(id)"}}"#
  }

  private func signed(
    _ offer: String, on product: String, transactionId: String? = nil
  ) throws -> String {
    let request = JWSRequest.promotionalOffer(
      PromotionalOffer(bundleId: "com.example.paywall", productId: product, offerId: offer),
      transactionId: transactionId)
    let date = Date(timeIntervalSince1970: Double(world.now.milliseconds) / 1000)
    let jws = try key.sign(request, nonce: UUID(), at: date)
    return
      #"{"promotionalOffer":{"messageIdentifier":"\#(Self.plain)","promotionalOfferSignatureV2":"\#(jws)"}}"#
  }

  @Test("The request names the seven members of Apple's, and is dated now")
  mutating func payload() throws {
    try world.askBeforeCancel("pro_yearly", by: "ada", in: "de-DE")
    let request = try #require(world.takeQuestions().first).request
    let object = try JSONSerialization.jsonObject(
      with: Data(Payloads(world).realtimeRequest(request)))
    let members = try #require(object as? [String: Any])
    #expect(
      Set(members.keys) == [
        "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier",
        "environment", "signedDate",
      ])
    #expect(
      members["originalTransactionId"] as? String
        == (try world.subscription()).originalTransactionId)
    #expect(members["appAppleId"] as? Int64 == 6_700_000_001)
    #expect(members["productId"] as? String == "pro_yearly")
    #expect(members["userLocale"] as? String == "de-DE")
    #expect(members["environment"] as? String == "Sandbox")
    #expect(members["signedDate"] as? Int64 == world.serverTime.milliseconds)
    #expect(UUID(uuidString: request.requestIdentifier) != nil)
    #expect(world.takeQuestions().isEmpty, "each is asked once")
  }

  @Test("An approved message is shown, and the customer stays: nothing is sent")
  mutating func stayed() throws {
    let request = try ask(Self.message())
    #expect(request.shown?.message.id == Self.plain)
    #expect(request.shown?.isDefault == false)
    try world.stay("pro_yearly", by: "ada")
    #expect(try world.subscription().retentionRequests.map(\.decision) == [.stayed])
    #expect(try world.subscription().autoRenews)
    #expect(world.told() == [])
    #expect(throws: StoreRefusal.notAskedToStay) { try world.stay("pro_yearly", by: "ada") }
  }

  @Test("A customer who goes on cancels as without a question")
  mutating func cancelled() throws {
    _ = try ask(Self.message())
    try world.cancel("pro_yearly", by: "ada")
    #expect(world.told() == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"])
    #expect(try world.subscription().retentionRequests.map(\.decision) == [.cancelled])
    #expect(throws: StoreRefusal.alreadyCancelled) {
      try world.askBeforeCancel("pro_yearly", by: "ada")
    }
  }

  @Test("Whatever is no answer shows the default of product and locale, or nothing")
  mutating func fallsBack() throws {
    let cases: [(String, RealtimeResult?, RealtimeResult?, refused: String?)] = [
      ("{}", .success, .success, nil), ("", nil, nil, nil),
      (Self.message(), .timedOut, .timedOut, nil), ("", .noResponse, .noResponse, nil),
      (Self.message(), .unsuccessfulStatus, .unsuccessfulStatus, nil),
      ("[]", .success, .invalidResponse, nil), (#"{"message":7}"#, .success, .invalidResponse, nil),
      (
        #"{"message":{"messageIdentifier":"\#(Self.plain)"},"alternateProduct":{"messageIdentifier":"\#(Self.plain)","productId":"pro_monthly"}}"#,
        .success, .invalidResponse, nil
      ),
      (Self.message("33333333-3333-4333-8333-333333333333"), .success, .success, "unknownMessage"),
    ]
    for (answer, result, seen, refused) in cases {
      let request = try ask(answer, result)
      #expect(request.result == seen, "\(answer)")
      #expect(request.refusal?.code == refused, "\(answer)")
      #expect(request.shown?.message.id == Self.standard, "\(answer)")
      #expect(request.shown?.isDefault == true)
      #expect(try ask(answer, result, in: "fr-FR").shown == nil, "there is no default")
    }
  }

  @Test("A message that Apple rejects is never shown, neither chosen nor as the default")
  mutating func unapproved() throws {
    try world.review(Self.plain, as: .rejected)
    let chosen = try ask(Self.message())
    #expect(chosen.refusal == .messageNotApproved(Self.plain))
    #expect(chosen.shown?.message.id == Self.standard)
    try world.review(Self.standard, as: .pending)
    #expect(try ask(Self.message()).shown == nil)
    #expect(throws: StoreRefusal.unknownMessage("x")) { try world.review("x", as: .approved) }
  }

  @Test("An offer on the same product begins with the renewal, and auto-renewal stays on")
  mutating func offered() throws {
    try world.addCustomer("bob")
    try world.buy("pro_monthly", by: "bob")
    _ = world.takeNotifications()
    try world.askBeforeCancel("pro_monthly", by: "bob")
    let question = try #require(world.takeQuestions().first)
    let answer = try signed(
      "loyal", on: "pro_monthly", transactionId: question.request.originalTransactionId)
    world.finish(question, .success, Array(answer.utf8))
    let shown = try #require(
      try world.subscriptions(of: "bob")[0].openRetentionRequest?.shown)
    guard case .offer(let offer)? = shown.proposal else {
      Issue.record("\(shown)")
      return
    }
    #expect((offer.productId, offer.offerId) == ("pro_monthly", "loyal"))
    #expect(try world.stay("pro_monthly", by: "bob", accepts: true) == nil)
    #expect(world.told() == ["OFFER_REDEEMED 1"])
    let subscription = try world.subscriptions(of: "bob")[0]
    #expect(subscription.autoRenews)
    #expect(subscription.retentionRequests.map(\.decision) == [.accepted])
    // The trial of a week ends, and the offer begins: a promotional one.
    world.advance(by: period("P1W"))
    let begun = try world.subscriptions(of: "bob")[0].current
    #expect((begun.offer?.kind, begun.offer?.id) == (.promotional, "loyal"))
    #expect(begun.price == 4_990)
  }

  @Test("A legacy signature counts too, and its account is that of the purchase")
  mutating func legacyOffer() throws {
    let token = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
    let signature = try key.sign(
      PromotionalOffer(
        bundleId: "com.example.paywall", productId: "max_monthly", offerId: "upgrade"),
      for: .appAccountToken(token), nonce: UUID(),
      at: Date(timeIntervalSince1970: Double(world.now.milliseconds) / 1000))
    let request = try ask(
      #"{"promotionalOffer":{"messageIdentifier":"\#(Self.plain)","promotionalOfferSignatureV1":{"encodedSignature":"\#(signature.signature)","productId":"max_monthly","nonce":"\#(signature.nonce)","timestamp":\#(signature.timestamp),"keyId":"ABC123DEFG","offerIdentifier":"upgrade","appAccountToken":"\#(token)"}}}"#
    )
    #expect(request.refusal == nil)
    let bought = try #require(try world.stay("pro_yearly", by: "ada", accepts: true))
    #expect((bought.offer?.kind, bought.offer?.id) == (.promotional, "upgrade"))
    #expect(bought.appAccountToken == token)
    #expect(world.told() == ["OFFER_REDEEMED/UPGRADE 1"])
  }

  @Test("A wrong signature is not shown, and the wrong field is named")
  mutating func wrongSignature() throws {
    let other = try SigningKey.throwAway(id: "OTHERKEY00", issuerId: "issuer")
    let offer = PromotionalOffer(
      bundleId: "com.example.paywall", productId: "max_monthly", offerId: "upgrade")
    let date = Date(timeIntervalSince1970: Double(world.now.milliseconds) / 1000)
    let jws = try other.sign(
      .promotionalOffer(offer, transactionId: nil), nonce: UUID(), at: date)
    let request = try ask(
      #"{"promotionalOffer":{"messageIdentifier":"\#(Self.plain)","promotionalOfferSignatureV2":"\#(jws)"}}"#
    )
    #expect(request.refusal?.code == "invalidOfferSignature")
    #expect(request.shown?.isDefault == true)
    #expect(throws: StoreRefusal.nothingProposed) {
      try world.stay("pro_yearly", by: "ada", accepts: true)
    }
    let ofBob = try world.addCustomer("bob").appTransactionId
    let stranger = try ask(try signed("upgrade", on: "max_monthly", transactionId: ofBob))
    #expect(stranger.refusal == .transactionOfAnotherCustomer(ofBob))
  }

  @Test("Another product of the group can be taken, and one of another group cannot")
  mutating func alternate() throws {
    func answer(_ product: String) -> String {
      #"{"alternateProduct":{"messageIdentifier":"\#(Self.plain)","productId":"\#(product)"}}"#
    }
    #expect(try ask(answer("coins")).refusal == .otherGroup("coins"))
    #expect(try ask(answer("pro_yearly")).refusal == .alreadySubscribed(product: "pro_yearly"))
    #expect(try ask(answer("basic_monthly")).refusal == nil)
    #expect(try world.stay("pro_yearly", by: "ada", accepts: true) == nil)
    #expect(world.told() == ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1"])
    #expect(try world.subscription().nextProductId == "basic_monthly")
  }
}
