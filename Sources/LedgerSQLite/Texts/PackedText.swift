import AppStore
import Crypto
import Foundation

/// A signed text as it is stored: its payload without base64, without the certificate chains that
/// the texts inside it repeat, and with its common words as two bytes. It is rebuilt byte for byte;
/// a part that could not be is stored as the text it is.
struct PackedText: Sendable {
  enum Part: Hashable, Sendable {
    case bytes([UInt8])
    /// Not base64url in its one spelling, or nothing that JSON could be.
    case text(String)
  }

  var header: HeaderText
  var payload: Part
  var signature: Part
  /// The headers of the texts inside, by number.
  var innerHeaders: [Int64: String]

  init(_ text: SignedText) {
    header = HeaderText(text.header)
    var packer = Packer()
    payload =
      Base64URL.decode(Array(text.payload.utf8)[...]).flatMap { packer.pack($0[...]) }
      .map(Part.bytes) ?? .text(text.payload)
    signature =
      Base64URL.decode(Array(text.signature.utf8)[...]).map(Part.bytes) ?? .text(text.signature)
    innerHeaders = packer.headers
  }

  /// Puts a text together again.
  static func rebuilt(
    header: String, payload: Part, signature: Part, headers: (Int64) throws -> String
  ) throws -> SignedText {
    let payloadText =
      switch payload {
      case .text(let text): text
      case .bytes(let bytes):
        String(
          decoding: Base64URL.encode(try Unpacker.unpack(bytes[...], headers: headers)),
          as: UTF8.self)
      }
    let signatureText =
      switch signature {
      case .text(let text): text
      case .bytes(let bytes): String(decoding: Base64URL.encode(bytes), as: UTF8.self)
      }
    return SignedText(header: header, payload: payloadText, signature: signatureText)
  }
}

/// The header of a signed text, which carries its certificate chain, with the number under which
/// it is stored once: the first 8 bytes of its SHA-256.
struct HeaderText: Sendable {
  let id: Int64
  let text: String

  init(_ text: String) {
    self.text = text
    var digest = SHA256()
    var copy = text
    copy.withUTF8 { unsafe digest.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    id = digest.finalize().prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// The bytes that stand for something else in a packed payload. None of them occurs in JSON.
enum PackMark {
  /// A signed text in quotes: header (8 bytes), payload and signature, each after its length.
  static let signedText: UInt8 = 0
  /// A word in quotes, by number; with a colon after it, or without.
  static let word: UInt8 = 1
  static let wordColon: UInt8 = 2

  /// Whether JSON may hold this byte.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
