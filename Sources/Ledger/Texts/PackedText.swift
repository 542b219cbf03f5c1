package import AppStore
import Crypto
import Foundation
import PaywallTextCoding

/// A signed text as it is stored: its payload without base64, without the certificate chains that
/// nested texts repeat, and with its words, numbers and repeated strings in a few bytes. It is
/// rebuilt byte for byte; a part for which that is impossible is stored verbatim.
package struct PackedText: Sendable {
  package enum Part: Hashable, Sendable {
    case bytes([UInt8])
    /// Not canonical base64url, or not JSON.
    case text(String)

    /// Its bytes after 0, or its text after 1.
    package var tagged: [UInt8] {
      switch self {
      case .bytes(let bytes): [0] + bytes
      case .text(let text): [1] + Array(text.utf8)
      }
    }

    package init(tagged bytes: [UInt8]) throws {
      guard let first = bytes.first, first < 2 else {
        throw UnreadableRow("a part of a text is neither text nor bytes")
      }
      let rest = Array(bytes.dropFirst())
      self = first == 0 ? .bytes(rest) : .text(String(decoding: rest, as: UTF8.self))
    }
  }

  package var header: HeaderText
  package var payload: Part
  package var signature: Part
  /// The headers of this text and of nested ones, by number.
  package var headers: [Int64: String]

  package init(_ text: SignedText) {
    header = HeaderText(text.header)
    var packer = Packer(outer: header)
    payload =
      Base64.decode(text.payload.utf8, .url).flatMap { packer.pack($0) }
      .map(Part.bytes) ?? .text(text.payload)
    signature =
      Base64.decode(text.signature.utf8, .url).map(Part.bytes) ?? .text(text.signature)
    headers = packer.headers
    headers[header.id] = header.text
  }

  /// Rebuilds a text.
  package static func rebuilt(
    header: String, payload: Part, signature: Part, headers: (Int64) throws -> String
  ) throws -> SignedText {
    let payloadText =
      switch payload {
      case .text(let text): text
      case .bytes(let bytes):
        Base64.encode(try Unpacker.unpack(bytes, headers: headers), .url)
      }
    let signatureText =
      switch signature {
      case .text(let text): text
      case .bytes(let bytes): Base64.encode(bytes, .url)
      }
    return SignedText(header: header, payload: payloadText, signature: signatureText)
  }
}

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
