import Foundation

/// TEST ONLY. Every key here is public: made for these tests, or the published key of the vectors.
enum TestOnlyKeys {
  static let passphrase = "correct-horse"

  /// The key of the vectors, PKCS #8.
  static let pkcs8 = key("pkcs8")
  /// Another P-256 key.
  static let otherPKCS8 = key("otherPKCS8")
  /// The key of the vectors, SEC1.
  static let sec1 = key("sec1")
  /// SEC1 as `openssl ecparam -genkey` writes it, with the curve before the key.
  static let sec1WithParameters = key("sec1WithParameters")
  /// The key of the vectors under the passphrase `correct-horse`, PKCS #8.
  static let encryptedPKCS8 = key("encryptedPKCS8")
  /// The same, said to be hashed 100,000,000 times.
  static let costlyPKCS8 = key("costlyPKCS8")
  /// The same under the old PEM encryption.
  static let encryptedSEC1 = key("encryptedSEC1")
  /// P-384.
  static let p384 = key("p384")
  /// P-521.
  static let p521 = key("p521")
  /// secp256k1.
  static let secp256k1 = key("secp256k1")
  /// P-256, its curve written out as numbers.
  static let explicitParameters = key("explicitParameters")
  /// Ed25519.
  static let ed25519 = key("ed25519")
  /// RSA, PKCS #8.
  static let rsa = key("rsa")
  /// RSA, PKCS #1.
  static let rsaTraditional = key("rsaTraditional")
  /// A private half with the public half of another key.
  static let halvesOfTwoKeys = key("halvesOfTwoKeys")
  /// A public key on P-384.
  static let p384Public = key("p384Public")
  /// A certificate of the key of the vectors.
  static let certificate = key("certificate")
  /// A certificate request.
  static let request = key("request")

  private static func key(_ name: String) -> String {
    let url = Bundle.module.url(
      forResource: name, withExtension: "txt", subdirectory: "Vectors/TestOnlyKeys")
    let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    return text?.trimmingCharacters(in: .newlines) ?? ""
  }
}
