extension ClientAddress {
  /// Parses `192.0.2.7` or an IPv6 address (RFC 4291, 2.2), without brackets, port or zone. Leading
  /// zeros in an IPv4 address are refused, as some parsers read them as octal.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count <= 45 else { return nil }
    if bytes.contains(UInt8(ascii: ":")) {
      guard let groups = Self.groups(bytes[...]) else { return nil }
      let words = [groups[..<4], groups[4...]].map { $0.reduce(0) { $0 << 16 | UInt64($1) } }
      self.init(high: words[0], low: words[1])
    } else {
      guard let v4 = Self.v4(bytes[...]) else { return nil }
      self.init(v4: v4)
    }
  }

  private static func v4(_ text: ArraySlice<UInt8>) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
        part.count == 1 || part.first != 0x30
      else { return nil }
      let value = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 0x30) }
      guard value <= 255 else { return nil }
      address = address << 8 | value
    }
    return address
  }

  /// The eight groups of an IPv6 address.
  private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
    guard let gap = gap(in: text) else {
      guard let groups = run(text), groups.count == 8 else { return nil }
      return groups
    }
    let (before, after) = (text[..<gap], text[(gap + 2)...])
    guard self.gap(in: after) == nil, after.first != UInt8(ascii: ":"),
      let left = before.isEmpty ? [] : run(before, mayEndInV4: false),
      let right = after.isEmpty ? [] : run(after), left.count + right.count <= 7
    else { return nil }
    return left + [UInt16](repeating: 0, count: 8 - left.count - right.count) + right
  }

  /// The index of `::`.
  private static func gap(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropLast().first {
      text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":")
    }
  }

  /// Groups between single colons; the last two may be written as an IPv4 address.
  private static func run(_ text: ArraySlice<UInt8>, mayEndInV4: Bool = true) -> [UInt16]? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, mayEndInV4, part.contains(UInt8(ascii: ".")) {
        guard let v4 = v4(part) else { return nil }
        groups += [UInt16(v4 >> 16), UInt16(truncatingIfNeeded: v4)]
      } else {
        guard (1...4).contains(part.count), part.allSatisfy(isHexadecimal),
          let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups.count <= 8 ? groups : nil
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
