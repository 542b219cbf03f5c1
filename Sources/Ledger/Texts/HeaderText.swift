import Crypto
import Foundation

/// The header of a signed text, which contains its certificate chain. It is stored once, under a
/// number: the first 8 bytes of its SHA-256.
package struct HeaderText: Sendable {
  package let id: Int64
  package let text: String

  package init(_ text: String) {
    self.text = text
    var digest = SHA256()
    var copy = text
    copy.withUTF8 { unsafe digest.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    id = digest.finalize().prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}
