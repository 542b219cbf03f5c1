internal import YAMLText

extension SourceText {
  /// With every long word hidden: a key may have been written instead of its digest, and many
  /// people read reports.
  var withoutSecrets: SourceText { SourceText(path: path, text: text.withoutLongWords) }
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
  fileprivate var withoutLongWords: String {
    let separators = Set(",:{}[]\"' ".utf8)
    var bytes = Array(utf8)
    var start = 0
    for end in 0...bytes.count {
      let isWord = end < bytes.count && bytes[end] > 0x20 && !separators.contains(bytes[end])
      guard !isWord else { continue }
      if end - start >= 20 {
        for index in start..<end where bytes[index] < 0x80 { bytes[index] = UInt8(ascii: "*") }
      }
      start = end + 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
