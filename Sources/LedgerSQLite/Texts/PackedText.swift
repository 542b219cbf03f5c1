import AppStore
import Catalog
import TextCoding

/// A signed text as it is stored: its payload without base64, without the certificate chains that
/// the texts inside it repeat, and with its words, numbers and repeated strings in a few bytes. It is rebuilt byte for byte;
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
  /// Of this text and of those inside it, by number.
  var headers: [Int64: String]

  init(_ text: SignedText) {
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

  /// Puts a text together again.
  static func rebuilt(
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
