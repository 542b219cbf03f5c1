import AppStore
import Foundation
import LocalAppStore
import LocalAppStoreServer
import OfferSigning
import PaywallCatalog
import Synchronization
import Testing

/// A server that takes requests before cancellations, and answers as it was told.
final class RetentionReceiver: Sendable {
  /// The address and the signed text of each request.
  var requests: [(url: String?, text: String)] { taken.withLock { $0 } }
  private let taken = Mutex<[(url: String?, text: String)]>([])
  private let answer: @Sendable (Int) -> NotificationSender.Reply?

  /// - Parameter answer: to a request by its number from 0.
  init(answer: @escaping @Sendable (Int) -> NotificationSender.Reply?) { self.answer = answer }

  convenience init(_ body: String) {
    self.init { _ in NotificationSender.Reply(result: .success, status: 200, body: Array(body.utf8))
    }
  }

  @Sendable func ask(_ url: String?, _ text: String) async -> NotificationSender.Reply? {
    answer(
      taken.withLock {
        $0.append((url, text))
        return $0.count - 1
      })
  }
}

/// A customer who is about to cancel, in a store that asks a server.
struct RetentionTests {
  static let id = "0b6f1c3e-52a4-4a77-9d1c-6f2f0e8c9a10"
  static let answer = #"{"message":{"messageIdentifier":"\#(id)"}}"#

  /// A store in which `ada` has `pro_yearly`, and Apple one approved message.
  static func store(_ receiver: RetentionReceiver) async throws -> StoreService {
    let store = try exampleStore(post: { _ in .success }, askRetention: receiver.ask)
    _ = try await store.adaBuys("pro_yearly")
    _ = try await store.apply(
      StoreCause(.app) {
        try $0.messages.upload(
          StoreMessage(id: id, header: "Stay <b>with</b> us", body: "Your lessons wait for you."))
      })
    return store
  }

  private static func ask(
    _ store: StoreService, _ fault: RetentionRequest.Fault? = nil
  ) async throws -> RetentionCard {
    let answer = try await store.apply(
      StoreCause(.customer("ada")) {
        try $0.askBeforeCancel("pro_yearly", by: "ada", fault)
      })
    return try #require(answer.customer?.subscriptions.first?.retention?.last)
  }

  private static func verdict(
    _ store: StoreService, _ text: String, appAppleId: Int64? = nil
  ) async throws -> Verdict<RealtimeRequest> {
    let root = await store.chain.rootDER
    let verifier = try Verifier(
      AppIdentity(
        bundleId: "com.example.lumen", appAppleId: appAppleId, environments: [.sandbox]),
      roots: [root])
    return verifier.realtimeRequest(text, at: store.serverTime)
  }

  @Test("Our verifier takes the request, which names the subscription, and the answer is shown")
  func asked() async throws {
    let receiver = RetentionReceiver(Self.answer)
    let store = try await Self.store(receiver)
    let card = try await Self.ask(store)
    #expect(receiver.requests.count == 1)
    guard case .verified(let verified) = try await Self.verdict(store, receiver.requests[0].text)
    else {
      Issue.record("it is not trusted")
      return
    }
    let request = verified.payload
    let bought = try #require(try await store.customer("ada").subscriptions.first)
    #expect(request.originalTransactionId == bought.originalTransactionId)
    #expect((request.productId, request.userLocale) == ("pro_yearly", "en-US"))
    #expect(request.requestIdentifier == card.request)
    #expect(request.signedDate == store.serverTime)
    #expect(card.result == "SUCCESS")
    #expect(card.shown?.header == "Stay <b>with</b> us")
    #expect(card.shown?.isDefault == false)
    #expect(bought.autoRenews)
    #expect(card.decision == nil)
  }

  @Test("The address that is set over Apple's API is asked, and without a server nobody is")
  func addresses() async throws {
    let receiver = RetentionReceiver { _ in nil }
    let store = try await Self.store(receiver)
    let alone = try await Self.ask(store)
    #expect((alone.result, alone.shown) == (nil, nil))
    _ = try await store.apply(
      StoreCause(.app) { try $0.messages.setRealtimeURL("https://example.com/r") })
    _ = try await Self.ask(store)
    #expect(receiver.requests.map(\.url) == [nil, "https://example.com/r"])
    let decisions = try await store.customer("ada").subscriptions[0].retention?.map(\.decision)
    #expect(decisions == ["stayed", nil], "the customer who asks anew has left the first page")
  }

  @Test("A late answer is not shown; a repeated request needs the same answer")
  func faults() async throws {
    let receiver = RetentionReceiver { number in
      let other = number == 4 ? " " : ""
      return .init(result: .success, status: 200, body: Array((Self.answer + other).utf8))
    }
    let store = try await Self.store(receiver)
    let late = try await Self.ask(store, .lateAnswer)
    #expect((late.result, late.shown) == ("TIMED_OUT", nil))
    let same = try await Self.ask(store, .replayed)
    #expect((same.result, same.repeatsAnswer) == ("SUCCESS", true))
    #expect(receiver.requests[1].text == receiver.requests[2].text)
    #expect(try await Self.ask(store, .replayed).repeatsAnswer == false)
  }

  @Test("Requests that no server may believe: forged, of another app, or too old")
  func unbelievable() async throws {
    let receiver = RetentionReceiver("{}")
    let store = try await Self.store(receiver)
    for fault in [RetentionRequest.Fault.brokenSignature, .otherRoot, .otherApp] {
      _ = try await Self.ask(store, fault)
      let text = try #require(receiver.requests.last?.text)
      guard case .verified = try await Self.verdict(store, text, appAppleId: 6_700_000_001) else {
        continue
      }
      Issue.record("\(fault) is trusted")
    }
    _ = try await Self.ask(store, .stale)
    guard
      case .verified(let old) = try await Self.verdict(
        store, try #require(receiver.requests.last?.text))
    else {
      Issue.record("it is rightly signed")
      return
    }
    #expect(
      old.payload.signedDate?.milliseconds == store.serverTime.milliseconds - 6 * 60_000)
  }

  @Test("Over the port: asked, shown, an offer taken; a wrong member is named")
  func control() async throws {
    let key = try SigningKey.throwAway(id: "ABC123DEFG")
    let body = Mutex("{}")
    let receiver = RetentionReceiver { _ in
      .init(result: .success, status: 200, body: Array(body.withLock { $0 }.utf8))
    }
    let store = try await Self.store(receiver)
    _ = try await store.trust(key.verificationKey)
    let offer = PromotionalOffer(
      bundleId: "com.example.lumen", productId: "pro_yearly", offerId: "loyalty_20")
    let date = Date(timeIntervalSince1970: Double(store.now.milliseconds) / 1_000)
    let jws = try key.sign(
      .promotionalOffer(
        offer,
        transactionId: try await store.customer("ada").subscriptions[0].originalTransactionId),
      nonce: UUID(), at: date)
    body.withLock {
      $0 =
        #"{"promotionalOffer":{"messageIdentifier":"\#(Self.id)","promotionalOfferSignatureV2":"\#(jws)"}}"#
    }
    try await serving(store) { client, url in
      func post(_ verb: String, _ more: String) async throws -> (status: UInt, body: String) {
        try await LocalAppStoreServerTests.ask(
          client, "\(url)/v1/\(verb)", #"{"product":"pro_yearly","customer":"ada"\#(more)}"#,
          asJSON)
      }
      #expect(try await post("cancel", #","locale":"de-DE""#).status == 400)
      #expect(try await post("cancel", #","ask":true,"fault":"x""#).status == 400)
      #expect(try await post("stay", "").body.contains("notAskedToStay"))
      let asked = try await post("cancel", #","ask":true,"locale":"de-DE""#)
      #expect(asked.status == 200)
      #expect(asked.body.contains(#""offer":"loyalty_20""#), "\(asked.body)")
      #expect(asked.body.contains(#""locale":"de-DE""#))
      #expect(asked.body.contains(#""notifications":[]"#))
      let taken = try await post("stay", #","accept":true"#)
      #expect(taken.body.contains(#""type":"OFFER_REDEEMED""#), "\(taken.body)")
      #expect(taken.body.contains(#""decision":"accepted""#))
      #expect(taken.body.contains(#""autoRenews":true"#))
      #expect(try await post("cancel", "").body.contains("AUTO_RENEW_DISABLED"))
    }
  }

  @Test("The page's cancel button asks first, shows the message, and then cancels or not")
  func page() async throws {
    let store = try await Self.store(RetentionReceiver(Self.answer))
    try await serving(store) { client, url in
      let browser = Browser(client: client, url: url)
      let ada = [("view", "ada"), ("customer", "ada"), ("product", "pro_yearly"), ("at", "who")]
      let before = try await browser.get("/?customer=ada").body
      #expect(before.contains("value=\"cancel\""))
      #expect(!before.contains("value=\"cancel-now\""))
      let asked = try await browser.press("cancel", ada)
      #expect(asked.contains("Nothing is cancelled yet"))
      #expect(asked.contains("Stay &lt;b&gt;with&lt;/b&gt; us"))
      #expect(asked.contains("chosen by our server"))
      #expect(!asked.contains("value=\"accept\""), "it offers nothing")
      let stayed = try await browser.press("stay", ada)
      #expect(!stayed.contains("chosen by our server"))
      let rejected = try await browser.press(
        "review-reject", [("view", "ada"), ("id", Self.id), ("at", "messages")])
      #expect(rejected.contains("<span class=\"state\">rejected</span>"))
      let refused = try await browser.press("cancel", ada)
      #expect(refused.contains("Apple shows no message"))
      #expect(refused.contains("has not approved message"))
      let cancelled = try await browser.press("cancel-now", ada)
      #expect(cancelled.contains("AUTO_RENEW_DISABLED (SUCCESS)"))
      #expect(try await store.customer("ada").subscriptions.first?.autoRenews == false)
    }
  }
}
