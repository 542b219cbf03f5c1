import Foundation
import PaywallTextCoding

/// Packs the JSON of a payload.
struct Packer {
  /// Headers of nested texts that differ from the outer one, by number.
  private(set) var headers: [Int64: String] = [:]
  private let outer: HeaderText
  private let outerBytes: [UInt8]
  /// The index of every string that was written, in their order.
  private var places: [ArraySlice<UInt8>: Int] = [:]

  /// - Parameter outer: the header of the text that is packed; nested texts mostly have the same.
  init(outer: HeaderText) {
    self.outer = outer
    outerBytes = Array(outer.text.utf8)
  }

  /// `nil` for bytes that cannot occur in JSON.
  mutating func pack(_ json: [UInt8]) -> [UInt8]? {
    var packed: [UInt8] = []
    packed.reserveCapacity(json.count / 2)
    var index = 0
    while index < json.count {
      let byte = json[index]
      if byte == Self.quote {
        guard let end = Self.endOfString(in: json, from: index + 1) else { return nil }
        let hasColon = end + 1 < json.count && json[end + 1] == UInt8(ascii: ":")
        let string = json[(index + 1)..<end]
        index = end + 1
        if let number = PackedWords.number(of: string) {
          packed.append(hasColon ? PackMark.wordColon : PackMark.word)
          packed.append(number)
          if hasColon { index += 1 }
        } else {
          put(string: string, into: &packed)
        }
      } else if let (number, end) = PackedNumber.number(in: json, at: index) {
        packed.append(PackMark.number)
        PackedNumber.put(number, into: &packed)
        index = end
      } else {
        guard PackMark.isPlain(byte) else { return nil }
        packed.append(byte)
        index += 1
      }
    }
    return packed
  }

  private static let quote = UInt8(ascii: "\"")

  /// The end of the string that starts here; `nil` if it has none, or is not JSON.
  private static func endOfString(in json: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < json.count {
      let byte = json[index]
      if byte == quote { return index }
      guard PackMark.isPlain(byte) else { return nil }
      guard byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard index + 1 < json.count, PackMark.isPlain(json[index + 1]) else { return nil }
      index += 2
    }
    return nil
  }

  private mutating func put(string: ArraySlice<UInt8>, into packed: inout [UInt8]) {
    guard string.count >= PackMark.shortest else {
      packed.append(Self.quote)
      packed += string
      packed.append(Self.quote)
      return
    }
    if string.count > 200, put(signedText: string, into: &packed) { return }
    if let place = places[string] {
      packed.append(PackMark.repeated)
      PackedNumber.put(UInt64(place), into: &packed)
      return
    }
    places[string] = places.count
    if let (number, end) = PackedNumber.number(in: string, at: string.startIndex),
      end == string.endIndex
    {
      packed.append(PackMark.quotedNumber)
      PackedNumber.put(number, into: &packed)
    } else if string.count == 36, let uuid = UUIDText.bytes(of: string) {
      packed.append(PackMark.uuid)
      packed += uuid
    } else {
      packed.append(PackMark.string)
      PackedNumber.put(UInt64(string.count), into: &packed)
      packed += string
    }
  }

  /// Whether this was a canonical compact JWS, and was written as its parts.
  private mutating func put(
    signedText text: ArraySlice<UInt8>, into packed: inout [UInt8]
  ) -> Bool {
    guard let (header, first) = header(of: text),
      let second = text[(first + 1)...].firstIndex(of: Self.dot),
      let payload = Base64.decode(text[(first + 1)..<second], .url),
      let signature = Base64.decode(text[(second + 1)...], .url)
    else { return false }
    let before = places
    guard let inner = pack(payload) else {
      places = before
      return false
    }
    if header.id != outer.id { headers[header.id] = header.text }
    packed.append(PackMark.signedText)
    for shift in stride(from: Int64(56), through: 0, by: -8) {
      packed.append(UInt8(truncatingIfNeeded: header.id >> shift))
    }
    PackedNumber.put(UInt64(inner.count), into: &packed)
    packed += inner
    PackedNumber.put(UInt64(signature.count), into: &packed)
    packed += signature
    return true
  }

  private static let dot = UInt8(ascii: ".")

  /// The header of a compact text, and where it ends.
  private func header(of text: ArraySlice<UInt8>) -> (HeaderText, Int)? {
    let end = text.startIndex + outerBytes.count
    if end < text.endIndex, text[end] == Self.dot, text[..<end].isSame(as: outerBytes) {
      return (outer, end)
    }
    guard let end = text.firstIndex(of: Self.dot), end - text.startIndex > 100,
      text[..<end].allSatisfy({ $0 < 0x80 })
    else { return nil }
    return (HeaderText(String(decoding: text[..<end], as: UTF8.self)), end)
  }
}

extension ArraySlice<UInt8> {
  /// Compares the bytes, many at a time.
  fileprivate func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count, !isEmpty else { return count == other.count }
    return unsafe withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { its in
        guard let left = mine.baseAddress, let right = its.baseAddress else { return false }
        return unsafe memcmp(left, right, mine.count) == 0
      }
    }
  }
}
