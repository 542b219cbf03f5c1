internal import PaywallCatalog
internal import YAMLText

extension SourceText {
  /// The text with every long word hidden: a key may have been written instead of its digest, and
  /// many people read reports.
  var withoutSecrets: SourceText { SourceText(path: path, text: text.withoutLongWords) }

  /// The text with every word hidden that could be the secret of a webhook; URLs and names stay.
  var withoutWebhookSecrets: SourceText {
    SourceText(path: path, text: text.hidingLongWords(where: \.couldBeWebhookSecret))
  }
}

extension Diagnostic {
  /// A diagnostic about the file of API keys, without anything that could be a key.
  var withoutSecrets: Diagnostic {
    var diagnostic = self
    diagnostic.message = message.withoutLongWords
    diagnostic.help = help?.withoutLongWords
    return diagnostic
  }
}

extension String {
  /// Replaces words of 20 bytes and more by asterisks; lines and columns stay.
  fileprivate var withoutLongWords: String { hidingLongWords { _ in true } }

  fileprivate func hidingLongWords(where isHidden: (ArraySlice<UInt8>) -> Bool) -> String {
    let separators = Set(",:{}[]\"' ".utf8)
    var bytes = Array(utf8)
    var start = 0
    for end in 0...bytes.count {
      let isWord = end < bytes.count && bytes[end] > 0x20 && !separators.contains(bytes[end])
      guard !isWord else { continue }
      if end - start >= 20, isHidden(bytes[start..<end]) {
        for index in start..<end where bytes[index] < 0x80 { bytes[index] = UInt8(ascii: "*") }
      }
      start = end + 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// `whsec_…`, `whsk_…`, or the base64 alone, which has none of the bytes that names and hosts have.
  fileprivate var couldBeWebhookSecret: Bool {
    SecretPlace.secretPrefixes.contains { starts(with: $0.utf8) }
      || !contains { [0x2D, 0x2E, 0x5F].contains($0) }
  }
}
