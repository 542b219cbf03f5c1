/// A version such as `3.2.0` or `4.0-beta.2`. Parts compare as numbers, missing parts are 0
/// (3.2 = 3.2.0), a pre-release is lower than its release, what follows `+` does not count.
package struct Version: Sendable {
  package let text: String
  private let parts: [UInt64]
  private let preRelease: [Substring]

  /// `nil` unless the text is numbers joined by dots, with an optional `v` before and an optional
  /// `-pre.release` and `+build` behind.
  package init?(_ text: some StringProtocol) {
    var core = Substring(text)
    if let plus = core.firstIndex(of: "+") { core = core[..<plus] }
    if core.first == "v" { core = core.dropFirst() }
    var preRelease: [Substring] = []
    if let dash = core.firstIndex(of: "-") {
      preRelease = core[core.index(after: dash)...].split(
        separator: ".", omittingEmptySubsequences: false)
      guard preRelease.allSatisfy(isIdentifier) else { return nil }
      core = core[..<dash]
    }
    var parts: [UInt64] = []
    for part in core.split(separator: ".", omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = UInt64(part)
      else { return nil }
      parts.append(number)
    }
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    self.text = String(text)
    self.parts = parts
    self.preRelease = preRelease
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
