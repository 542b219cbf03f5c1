internal import Crypto
package import PaywallCatalog
internal import PaywallTextCoding

/// The identifiers of messages and images at Apple: UUIDs of version 8 (RFC 9562) from the SHA-256 of
/// the app and the content. Apple changes no message, so that another content is another identifier,
/// which every machine finds alike.
package enum RetentionIdentifier {
  /// The identifier of an image by the bytes of its file.
  package static func image(_ bytes: [UInt8], of bundleId: String) -> String {
    identifier([Array("image".utf8), Array(bundleId.utf8), bytes])
  }

  /// The identifier of a message in one language; `nil` if that of an image is unknown.
  static func message(
    _ text: RetentionMessage.Text, header position: RetentionMessage.HeaderPosition,
    of bundleId: String
  ) -> String? {
    let images = text.images.compactMap(\.identifier)
    guard images.count == text.images.count else { return nil }
    var parts = ["message", bundleId, text.header, text.body, position.rawValue]
    parts += text.image.map { [$0.identifier ?? "", $0.alternative] } ?? ["", ""]
    for bullet in text.bullets {
      parts += [bullet.text, bullet.image.identifier ?? "", bullet.image.alternative]
    }
    return identifier(parts.map { Array($0.utf8) })
  }

  /// Each part is hashed behind its length, so that no two lists of parts are alike.
  private static func identifier(_ parts: [[UInt8]]) -> String {
    var hash = SHA256()
    for part in parts {
      hash.update(data: Array("\(part.count):".utf8))
      hash.update(data: part)
    }
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.hexadecimal[...].withHyphens
  }
}

extension RetentionMessage {
  /// The message with its identifiers, by those of image files.
  package func identified(by files: [String: String], of bundleId: String) -> RetentionMessage {
    var message = self
    message.texts = texts.mapValues { text in
      var text = text
      if let file = text.image?.file { text.image?.identifier = files[file] }
      for index in text.bullets.indices {
        text.bullets[index].image.identifier = files[text.bullets[index].image.file]
      }
      text.identifier = RetentionIdentifier.message(text, header: headerPosition, of: bundleId)
      return text
    }
    return message
  }
}
