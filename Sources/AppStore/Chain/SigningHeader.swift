import PaywallTextCoding

/// The parts of a JWS header that count (AppleFacts.md § 4, step 2). `kid`, `jwk` and `jku` are
/// never read: a key that a text brings along proves nothing.
struct SigningHeader {
  /// `x5c`, still in Base64, the leaf first.
  let chain: [[UInt8]]

  init(_ object: JSONObject) throws(Distrust) {
    guard let algorithm = object.text("alg"), algorithm.elementsEqual("ES256".utf8) else {
      throw Distrust(.unsupportedAlgorithm, "alg is not ES256, the only one that Apple signs with")
    }
    // RFC 7797: with `b64` the signed text differs from the one that is read here.
    for name in ["crit", "b64"] where object.has(name) {
      throw Distrust(.unsupportedHeader, "\(name) demands what Apple's texts do not have")
    }
    guard let chain = object.texts("x5c") else {
      throw Distrust(.badChainLength, "x5c is missing or not an array of texts")
    }
    self.chain = chain
  }

  /// A certificate of the chain in DER.
  func certificate(_ index: Int) throws(Distrust) -> [UInt8] {
    guard let der = Base64.decode(chain[index][...], .standard) else {
      throw Distrust(.badCertificate, "x5c[\(index)] is not standard Base64")
    }
    return der
  }
}
