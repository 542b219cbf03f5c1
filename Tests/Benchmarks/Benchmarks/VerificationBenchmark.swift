import AppStore
import AppStoreFixtures
import Crypto
import Foundation

/// Whole notifications (the outer text and the two inside), warm, on one core. The peers are
/// Apple's Python library over the same notifications, and the cost of the signatures alone.
struct VerificationBenchmark {
  func run() throws {
    let vectors = try Vectors.notifications().filter {
      $0.verifier.environment == "Production" && $0.transaction != nil && $0.renewalInfo != nil
    }
    guard let first = vectors.first else { return }
    try measureWarm(vectors, by: first.verifier.verifier())
    try measureCold(vectors)
    try measureRefusals()
  }

  /// Measures each notification, and as many signatures as it holds, in turns and each at its
  /// shortest time, so that other load on the machine affects both or none.
  private func measureWarm(_ vectors: [NotificationVector], by verifier: AppStore.Verifier) throws {
    let key = P256.Signing.PrivateKey()
    let publicKey = key.publicKey
    // One signature again and again would let the processor learn its branches.
    let signed = try vectors.map { vector in
      try (0..<3).map { number in
        let digest = SHA256.hash(data: Data("\(vector.id)/\(number)".utf8))
        return (digest, signature: try key.signature(for: digest))
      }
    }
    var notifications = vectors.map { _ in Double.infinity }
    var signatures = notifications
    for _ in 0..<60 {
      for (index, vector) in vectors.enumerated() {
        let whole = try shortest(of: 1) {
          _ = try verifier.notification(vector.signedPayload, at: TestStore.clock).get()
        }
        let three = shortest(of: 1) {
          for (digest, signature) in signed[index]
          where !publicKey.isValidSignature(signature, for: digest) {
            print("a good signature was refused")
          }
        }
        notifications[index] = min(notifications[index], whole)
        signatures[index] = min(signatures[index], three)
      }
    }
    let count = Double(vectors.count)
    figure("verify-notifications", count / notifications.reduce(0, +), "per-second")
    figure("swift-crypto-verify", 3 * count / signatures.reduce(0, +), "per-second")
  }

  /// Measures each with a verifier that has not seen the certificates yet.
  private func measureCold(_ vectors: [NotificationVector]) throws {
    let seconds = try shortest(of: 3) {
      for vector in vectors { _ = try vector.verified() }
    }
    figure("verify-notifications-cold", Double(vectors.count) / seconds, "per-second")
  }

  /// Measures the most expensive refusals, each by a verifier that has not refused it before.
  private func measureRefusals() throws {
    let rejected = try Vectors.rejected()
    for id in ["untrusted-root", "leaf-of-other-intermediate", "tampered-payload"] {
      guard let object = rejected.first(where: { $0.id == id }) else { continue }
      let count = 200
      var seconds = Double.infinity
      for _ in 0..<3 {
        let verifiers = try (0..<count).map { _ in try object.verifier.verifier() }
        let whole = shortest(of: 1) {
          for verifier in verifiers { _ = verifier.transaction(object.jws, at: TestStore.clock) }
        }
        seconds = min(seconds, whole)
      }
      figure("refuse-\(id)", seconds / Double(count) * 1e6, "µs")
    }
  }
}
