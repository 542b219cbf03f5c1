/// A version such as `3.2.0` or `4.0-beta.2`. Parts compare as numbers, missing parts are 0 (3.2 =
/// 3.2.0), a pre-release is lower than its release, and the part after `+` is ignored.
package struct Version: Sendable {
  package let text: String
  let parts: [UInt64]
  private let preRelease: [Substring]

  /// `nil` unless the text is numbers joined by dots, with an optional `v` before and an optional
  /// `-pre.release` and `+build` after them.
  package init?(_ text: String) {
    let bytes = text.utf8
    var position = bytes.startIndex
    if bytes.first == UInt8(ascii: "v") { bytes.formIndex(after: &position) }
    var parts: [UInt64] = []
    parts.reserveCapacity(4)
    var preRelease: [Substring] = []
    while true {
      guard let number = Self.number(bytes, &position) else { return nil }
      parts.append(number)
      guard position < bytes.endIndex else { break }
      let separator = bytes[position]
      bytes.formIndex(after: &position)
      if separator == UInt8(ascii: ".") { continue }
      if separator == UInt8(ascii: "+") { break }
      guard separator == UInt8(ascii: "-") else { return nil }
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "+")) ?? bytes.endIndex
      preRelease = text[position..<end].split(
        separator: ".", omittingEmptySubsequences: false)
      guard preRelease.allSatisfy(isIdentifier) else { return nil }
      break
    }
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    self.text = text
    self.parts = parts
    self.preRelease = preRelease
  }

  package var major: UInt64 { parts.first ?? 0 }
  package var minor: UInt64 { parts.count > 1 ? parts[1] : 0 }

  /// The digits at a position; `nil` if there are none or too many for 64 bits.
  private static func number(
    _ bytes: String.UTF8View, _ position: inout String.Index
  ) -> UInt64? {
    var number: UInt64?
    while position < bytes.endIndex, (0x30...0x39).contains(bytes[position]) {
      let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(bytes[position] - 0x30))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
      bytes.formIndex(after: &position)
    }
    return number
  }
}

extension Version: Comparable, Hashable {
  package static func == (left: Version, right: Version) -> Bool {
    left.parts == right.parts && !(left < right) && !(right < left)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  package static func < (left: Version, right: Version) -> Bool {
    if left.parts != right.parts { return left.parts.lexicographicallyPrecedes(right.parts) }
    if left.preRelease.isEmpty || right.preRelease.isEmpty {
      return !left.preRelease.isEmpty && right.preRelease.isEmpty
    }
    return left.preRelease.lexicographicallyPrecedes(right.preRelease, by: precedes)
  }
}

/// ASCII letters, digits and hyphens, at least one (Semantic Versioning 2.0, 9).
private func isIdentifier(_ text: Substring) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
      default: false
      }
    }
}

/// Numbers before words, numbers by size, words by their bytes (Semantic Versioning 2.0, 11.4).
private func precedes(_ left: Substring, _ right: Substring) -> Bool {
  switch (UInt64(left), UInt64(right)) {
  case (let left?, let right?): left < right
  case (_?, nil): true
  case (nil, _?): false
  case (nil, nil): left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
