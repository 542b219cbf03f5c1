import Foundation
import OfferSigning

/// Legacy signatures on one core; the peer is `openssl speed ecdsap256`.
struct SigningBenchmark {
  func run() throws {
    let key = try SigningKey.throwAway()
    let offer = PromotionalOffer(
      bundleId: "com.example.lumen", productId: "pro_yearly", offerId: "loyalty_20")
    let customer = OfferCustomer.appAccountToken("7e3fb20b-4cdb-47cc-936d-99d65f608138")
    let count = 5_000
    let seconds = try shortest(of: 5) {
      for _ in 0..<count {
        _ = try key.sign(offer, for: customer, nonce: UUID(), at: Date())
      }
    }
    figure("sign-legacy", Double(count) / seconds, "per-second")
  }
}
