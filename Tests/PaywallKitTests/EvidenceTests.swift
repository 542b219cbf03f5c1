import Foundation
import Testing

@testable import PaywallKit

@Suite("What StoreKit signed")
struct EvidenceTests {
  private func transaction(
    _ id: UInt64, _ seconds: Double, group: String? = nil, _ jws: String
  ) -> HeldEvidence.Transaction {
    HeldEvidence.Transaction(
      originalId: id, purchased: Date(timeIntervalSince1970: seconds), groupId: group, jws: jws)
  }

  @Test("of every purchase the newest is sent, subscriptions first, whether they run or not")
  func newest() {
    var held = HeldEvidence(appTransaction: "app")
    held.transactions = [
      transaction(1, 100, group: "g", "first month"), transaction(2, 900, "lifetime"),
      transaction(1, 300, group: "g", "third month"), transaction(3, 50, group: "h", "lapsed"),
      transaction(1, 200, group: "g", "second month"),
    ]
    held.renewals = [(3, "retry"), (1, "renews"), (9, "of nobody")]
    #expect(
      held.evidence
        == PurchaseEvidence(
          transactions: ["third month", "lapsed", "lifetime"], renewalInfo: ["retry", "renews"],
          appTransaction: "app"))
  }

  @Test("no more is sent than the server takes, and no renewal without its transaction")
  func bounded() {
    var held = HeldEvidence()
    for number in 1...50 {
      held.transactions.append(
        transaction(UInt64(number), Double(number), group: "g", "t\(number)"))
      held.renewals.append((UInt64(number), "r\(number)"))
    }
    let evidence = held.evidence
    // The newest 40 are 50 to 11; the first 20 renewals among them are 11 to 30.
    #expect(evidence.transactions == (11...50).reversed().map { "t\($0)" })
    #expect(evidence.renewalInfo == (11...30).map { "r\($0)" })
  }

  @Test("neither evidence nor a signature is ever stored")
  func notStored() async throws {
    let device = Device(isPinned: false)
    let signed = """
      {"placement":"onboarding","paywall":{"id":"w","locale":"en","products":[{"id":"p","offers":[
      {"kind":"promotional","id":"o","eligibility":"eligible","reason":"ok",
      "signature":{"jws":"signed-at-once"}}]}]},"reason":"default","revision":"r"}
      """
    let client = device.start(
      transport: { request in
        if request.url.lastPathComponent == "sign" {
          let offer = #"{"kind":"promotional","id":"o","signature":{"jws":"signed-jws"}}"#
          return try await answering("{\"product\":\"p\",\"offer\":\(offer)}")(request)
        }
        // A server or a proxy forgot to forbid caching.
        return try await answering(signed)(request)
      }
    ) {
      $0.advanced.evidenceUse = .always
      $0.advanced.evidence = { PurchaseEvidence(transactions: ["jws-of-storekit"]) }
    }
    #expect(await client.placement("onboarding").source == .network)
    let offer = try await client.signedOffer(product: "p", offer: "o", placement: "onboarding")
    #expect(offer.signature == .jws("signed-jws"))
    await client.storage.start { _ in }.value
    for (name, file) in device.storage.files.value {
      let text = String(decoding: file, as: UTF8.self)
      for secret in ["signed", "jws-of-storekit"] {
        #expect(!text.contains(secret), "\(name): \(text)")
      }
    }
    #expect(!device.storage.files.value.isEmpty)
  }
}
