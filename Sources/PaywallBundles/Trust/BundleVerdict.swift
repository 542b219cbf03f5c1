package import PaywallCatalog

/// A device's verdict on a bundle.
package enum BundleVerdict: Sendable {
  case trusted(VerifiedBundle)
  /// Authentic, but too old: for the last resort only, with its age.
  case expired(VerifiedBundle)
  case refused(BundleDistrust)
}

/// A bundle with valid signatures. Only the verifier creates one. A class, because it is large and never
/// changes.
package final class VerifiedBundle: Sendable {
  package let published: PublishedSnapshot
  /// When the server signed it.
  package let issued: Timestamp
  /// The end of the signature's time or of the certificate's, whichever is earlier.
  package let expires: Timestamp
  /// The names of the keys.
  package let kid: String
  package let root: String

  init(
    published: PublishedSnapshot, issued: Timestamp, expires: Timestamp, kid: String, root: String
  ) {
    self.published = published
    self.issued = issued
    self.expires = expires
    self.kid = kid
    self.root = root
  }

  package var release: String { published.snapshot.release }
}
