import Bundles
import Catalog
import Crypto
import TextCoding

/// What of a release leaves the server, ready to be sent for ever.
struct BundlePayload: Sendable {
  let release: String
  let bundleId: String
  let body: EncodedBody
  /// Bytes of it.
  let count: Int
  /// 64 lower-case hexadecimal digits.
  let sha256: String

  init(of published: PublishedSnapshot) {
    release = published.snapshot.release
    bundleId = published.snapshot.app.bundleId
    let bytes = published.bundleJSON
    sha256 = SHA256.hash(data: bytes).hexadecimal
    count = bytes.count
    // Shortened as those of other answers.
    body = EncodedBody(bytes, etag: "\"\(sha256.prefix(32))\"")
  }

  /// From where the pointer is. It names the bytes, so that another version of this program, which
  /// may write a release otherwise, has another address.
  var url: String { "bundle/\(release)?sha256=\(sha256)" }
}
