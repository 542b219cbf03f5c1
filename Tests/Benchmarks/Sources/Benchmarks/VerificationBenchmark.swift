import AppStore
import AppStoreFixtures
import Crypto
import Foundation

/// Whole notifications (the outer text and the two inside), warm, on one core. The peers are Apple's
/// Python library over the same notifications, and what the signatures alone would cost.
struct VerificationBenchmark {
  func run() throws {
    let vectors = try Vectors.notifications().filter {
      $0.verifier.environment == "Production" && $0.transaction != nil && $0.renewalInfo != nil
    }
    guard let first = vectors.first else { return }
    let verifier = try first.verifier.verifier()
    try measureWarm(vectors, by: first.verifier.verifier())
    try measureCold(vectors)
    try measureRefusals()
  }

  /// Both in turns, so that whatever else the machine does weighs on both.
  private func measureWarm(_ vectors: [NotificationVector], by verifier: AppStore.Verifier) throws {
    let key = P256.Signing.PrivateKey()
    let publicKey = key.publicKey
    // One signature again and again would let the processor learn its branches.
    let signed = try vectors.map { vector in
      let digest = SHA256.hash(data: Data(vector.id.utf8))
      return (digest, signature: try key.signature(for: digest))
    }
    var (whole, signatures) = (Double.infinity, Double.infinity)
    for _ in 0..<40 {
      whole = try min(
        whole,
        shortest(of: 1) {
          for vector in vectors {
            _ = try verifier.notification(vector.signedPayload, at: TestStore.moment).get()
          }
        })
      signatures = min(
        signatures,
        shortest(of: 1) {
          for (digest, signature) in signed
          where !publicKey.isValidSignature(signature, for: digest) {
            print("a good signature was refused")
          }
        })
    }
    figure("verify-notifications", Double(vectors.count) / whole, "per-second")
    figure("swift-crypto-verify", Double(vectors.count) / signatures, "per-second")
  }

  /// Each with a verifier that has not seen the certificates yet.
  private func measureCold(_ vectors: [NotificationVector]) throws {
    let seconds = try shortest(of: 3) {
      for vector in vectors { _ = try vector.verified() }
    }
    figure("verify-notifications-cold", Double(vectors.count) / seconds, "per-second")
  }

  /// What the dearest refusals cost: nothing of them is remembered.
  private func measureRefusals() throws {
    let rejected = try Vectors.rejected()
    for id in ["untrusted-root", "leaf-of-other-intermediate", "tampered-payload"] {
      guard let object = rejected.first(where: { $0.id == id }) else { continue }
      let verifier = try object.verifier.verifier()
      let count = 200
      let seconds = shortest(of: 3) {
        for _ in 0..<count { _ = verifier.transaction(object.jws, at: TestStore.moment) }
      }
      figure("refuse-\(id)", seconds / Double(count) * 1e6, "µs")
    }
  }
}
