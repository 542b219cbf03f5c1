/// Writes the JSON of a payload shorter.
struct Packer {
  private(set) var headers: [Int64: String] = [:]

  /// `nil` for bytes that no JSON holds.
  mutating func pack(_ json: ArraySlice<UInt8>) -> [UInt8]? {
    var packed: [UInt8] = []
    packed.reserveCapacity(json.count / 2)
    var index = json.startIndex
    while index < json.endIndex {
      let byte = json[index]
      guard PackMark.isPlain(byte) else { return nil }
      guard byte == UInt8(ascii: "\"") else {
        packed.append(byte)
        index += 1
        continue
      }
      guard let end = Self.endOfString(in: json, from: index + 1) else { return nil }
      let content = json[index + 1..<end]
      if let number = Words.number(of: content) {
        index = Self.put(word: number, into: &packed, of: json, after: end + 1)
      } else if content.count > 200, let signed = signedText(content) {
        packed.append(PackMark.signedText)
        packed += signed
        index = end + 1
      } else {
        packed += json[index...end]
        index = end + 1
      }
    }
    return packed
  }

  /// Where the string that starts here ends; `nil` if it does not, or holds what no JSON does.
  private static func endOfString(in json: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < json.endIndex {
      let byte = json[index]
      guard PackMark.isPlain(byte) else { return nil }
      if byte == UInt8(ascii: "\"") { return index }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func put(
    word: UInt8, into packed: inout [UInt8], of json: ArraySlice<UInt8>, after end: Int
  ) -> Int {
    let hasColon = end < json.endIndex && json[end] == UInt8(ascii: ":")
    packed.append(hasColon ? PackMark.wordColon : PackMark.word)
    packed.append(word)
    return hasColon ? end + 1 : end
  }

  /// A compact JWS in parts; `nil` for anything else.
  private mutating func signedText(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    let dot = UInt8(ascii: ".")
    guard let first = content.firstIndex(of: dot), first - content.startIndex > 100,
      let second = content[(first + 1)...].firstIndex(of: dot),
      content[..<first].allSatisfy({ $0 < 0x80 }),
      let payload = Base64URL.decode(content[(first + 1)..<second]),
      let signature = Base64URL.decode(content[(second + 1)...]),
      let packed = pack(payload[...])
    else { return nil }
    let header = HeaderText(String(decoding: content[..<first], as: UTF8.self))
    headers[header.id] = header.text
    let id = (0..<8).map { UInt8(truncatingIfNeeded: header.id >> (56 - 8 * $0)) }
    return id + Self.length(packed.count) + packed + Self.length(signature.count) + signature
  }

  /// Seven bits to a byte, the lowest first; all but the last with the high bit.
  private static func length(_ count: Int) -> [UInt8] {
    var (rest, bytes) = (count, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
