import PaywallBundles

/// A bundle as its file holds it. It is verified again whenever it is read.
struct StoredBundle: Codable, Sendable {
  var payload: String
  var signature: String
  var certificate: String
  /// The entity tag of the pointer.
  var etag: String?

  static let name = "bundle"

  var signed: SignedBundle {
    SignedBundle(payload: Array(payload.utf8), signature: signature, certificate: certificate)
  }
}
