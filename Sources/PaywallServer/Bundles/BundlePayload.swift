import BundleWriting
import Crypto
import PaywallCatalog
import PaywallTextCoding

/// The published part of a release, encoded once for all requests.
struct BundlePayload: Sendable {
  let release: String
  let bundleId: String
  let body: EncodedBody
  /// In bytes.
  let count: Int
  /// 64 lower-case hexadecimal digits.
  let sha256: String

  init(of published: PublishedSnapshot) {
    release = published.snapshot.release
    bundleId = published.snapshot.app.bundleId
    let bytes = published.bundleJSON
    sha256 = SHA256.hash(data: bytes).hexadecimal
    count = bytes.count
    // Shortened like other tags.
    body = EncodedBody(bytes, etag: "\"\(sha256.prefix(32))\"")
  }

  /// The URL relative to the pointer. It names the bytes: another version of this program may
  /// encode a release differently, and needs another address.
  var url: String { "bundle/\(release)?sha256=\(sha256)" }
}
