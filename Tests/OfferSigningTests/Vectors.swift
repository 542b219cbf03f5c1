import Crypto
import Foundation
import OfferSigning
import Testing

/// The published vectors, made with Apple's own library.
enum Vectors {
  static let legacy = load("legacy-offers", as: LegacyVectors.self)
  static let jws = load("jws-offers", as: JWSVectors.self)

  private static func load<Value: Decodable>(_ name: String, as type: Value.Type) -> Result<
    Value, any Error
  > {
    Result {
      let url = Bundle.module.url(
        forResource: name, withExtension: "json", subdirectory: "Vectors")
      guard let url else { throw CocoaError(.fileNoSuchFile) }
      return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    }
  }
}

struct PublicKeyVector: Decodable {
  let spkiPem: String
  let spkiDerBase64: String
}

struct LegacyVectors: Decodable {
  struct Input: Decodable {
    let bundleId, keyId, productId, offerId, appAccountToken, nonce: String
    let timestamp: Int64
  }

  struct Case: Decodable, CustomTestStringConvertible {
    let id: String
    let input: Input
    let payloadFields: [String]
    let payloadUtf8Hex, signatureBase64: String
    var testDescription: String { id }
  }

  struct Negative: Decodable {
    let id, forCase, signatureBase64: String
  }

  let publicKey: PublicKeyVector
  let testPrivateKeyPkcs8DerBase64: String
  let cases: [Case]
  let negatives: [Negative]
}

struct JWSVectors: Decodable {
  struct Input: Decodable {
    let productId, offerIdentifier, transactionId: String?
    let allowIntroductoryOffer: Bool?
  }

  struct Case: Decodable, CustomTestStringConvertible {
    let id, kind, compactJws: String
    let input: Input
    let expectedHeader: [String: JSON]
    let expectedClaims: [String: JSON]
    var testDescription: String { id }
  }

  let publicKey: PublicKeyVector
  let issuerId, keyId, bundleId: String
  let cases: [Case]
}

/// JSON as the tests read it, apart from the reader under test.
enum JSON: Decodable, Equatable {
  case text(String), number(Int64), flag(Bool)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int64.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
