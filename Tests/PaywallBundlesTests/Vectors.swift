import Foundation
import PaywallBundles
import PaywallCatalog
import Testing

/// Certificates and signatures by another implementation: `Vectors/make_vectors.py`.
struct Vectors: Decodable {
  var bundleId: String
  var roots: [String]
  var rootKids: [String]
  var testKey: String
  var testKeyKid: String
  var testRoot: String
  var vectors: [Vector]

  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    /// `trusted`, `expired`, or the word of the reason.
    var verdict: String
    var signature: String
    var certificate: String
    var payload: String
    /// Seconds.
    var at: Int64

    var testDescription: String { name }
    var now: Timestamp { Timestamp(milliseconds: at * 1000) }

    var bundle: SignedBundle {
      SignedBundle(payload: Array(payload.utf8), signature: signature, certificate: certificate)
    }
  }

  static func read() throws -> Vectors {
    let file = try #require(
      Bundle.module.url(forResource: "Vectors/vectors", withExtension: "json"))
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
  }

  static let all: [Vector] = (try? read().vectors) ?? []

  static func named(_ name: String) throws -> Vector {
    try #require(all.first { $0.name == name })
  }

  static func verifier() throws -> BundleVerifier {
    let vectors = try read()
    return BundleVerifier(
      roots: vectors.roots.compactMap { BundlePublicKey(pinned: $0) }, bundleId: vectors.bundleId)
  }
}

extension BundleVerdict {
  /// `trusted`, `expired`, or the word of the reason.
  var word: String {
    switch self {
    case .trusted: "trusted"
    case .expired: "expired"
    case .refused(let distrust): distrust.reason.rawValue
    }
  }
}
