// Strings, numbers and words.
extension JSONScanner {
  mutating func readWord(
    _ word: StaticString, _ kind: JSONNode.Kind
  ) throws(JSONMistake) {
    let end = position + word.utf8CodeUnitCount
    let isWord = word.withUTF8Buffer { word in
      guard end <= bytes.count else { return false }
      return unsafe bytes[position..<end].elementsEqual(word)
    }
    guard isWord else { throw JSONMistake(.unknownWord, at: position) }
    add(kind, position..<end)
    position = end
  }

  mutating func readNumber() throws(JSONMistake) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let first = position
    let digits = skipDigits()
    guard digits > 0 else { throw JSONMistake(.number(.noDigit), at: start) }
    guard digits == 1 || bytes[first] != UInt8(ascii: "0") else {
      throw JSONMistake(.number(.leadingZero), at: start)
    }
    var (kind, hasExponent) = (JSONNode.Kind.integer, false)
    if peek() == UInt8(ascii: ".") {
      kind = .decimal
      position += 1
      guard skipDigits() > 0 else {
        throw JSONMistake(.number(.noFraction), at: position, from: start)
      }
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      (kind, hasExponent) = (.decimal, true)
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else {
        throw JSONMistake(.number(.noExponent), at: position, from: start)
      }
    }
    // Without an exponent, only more than 308 digits are too large.
    if limits.numbers == .finite, hasExponent || digits > 300 {
      let number = Double(String(decoding: bytes[start..<position], as: UTF8.self))
      guard number?.isFinite ?? false else { throw JSONMistake(.number(.tooLarge), at: start) }
    }
    add(kind, start..<position)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while (0x30...0x39).contains(peek()) { position += 1 }
    return position - start
  }

  mutating func readString() throws(JSONMistake) {
    let (quote, start) = (position, position + 1)
    var (at, kind) = (start, JSONNode.Kind.string)
    while true {
      at = bytes.endOfPlainText(from: at)
      while at < bytes.count, bytes[at] >= 0x80 {
        seen |= 0x80
        at += 1
      }
      guard at < bytes.count else { throw JSONMistake(.unclosedString, at: quote) }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        guard at - start <= limits.stringBytes else {
          throw JSONMistake(.stringTooLong, at: quote)
        }
        add(kind, start..<at)
        position = at + 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        at = try endOfEscape(at: at, in: quote)
      case 0..<0x20: throw JSONMistake(.controlCharacter, at: at, from: quote)
      default: at += 1
      }
    }
  }

  private func endOfEscape(at start: Int, in string: Int) throws(JSONMistake) -> Int {
    if start + 1 < bytes.count, JSONEscape.letter(bytes[start + 1]) != nil { return start + 2 }
    do throws(JSONEscape.Mistake) {
      return try JSONEscape(in: bytes, at: start).end
    } catch {
      // This half was read; the next escape is read by itself.
      if limits.surrogates == .replaced, JSONEscape.isHalf(in: bytes, at: start) {
        return start + 6
      }
      throw JSONMistake(.escape(error), at: start, from: string)
    }
  }
}
