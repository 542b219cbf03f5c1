#if Server
/// The address of a receiver: `https`, or `http` on this machine.
package struct WebhookURL: Hashable, Sendable {
  /// With the host in lower case.
  package let text: String
  /// Without the brackets of an IPv6 address, in lower case.
  package let host: String
  package let port: Int

  /// Why a text is no such URL, as the end of a sentence.
  package struct Mistake: Error, Hashable, Sendable {
    package let words: String
  }

  package init(_ text: String) throws(Mistake) {
    guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Mistake(words: "is longer than 2,000 bytes, or has other characters than a URL may")
    }
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else {
      throw Mistake(words: "does not begin with https://")
    }
    guard !text.contains("#") else { throw Mistake(words: "has a fragment, which is never sent") }
    let authority = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw Mistake(words: "has a user name or a password, which would stand in git")
    }
    let (name, digits) = try Self.split(authority)
    guard let port = digits.map(Self.port) ?? (isSecure ? 443 : 80) else {
      throw Mistake(words: "has a port that is none")
    }
    guard Self.isHost(name) else { throw Mistake(words: "names no host") }
    let scheme = text.prefix(isSecure ? 8 : 7)
    let path = text[authority.endIndex...]
    self.text = "\(scheme)\(authority.lowercased())\(path)"
    host = name.lowercased()
    self.port = port
    guard isSecure || isLoopback else {
      throw Mistake(words: "is not encrypted, which only a receiver on this machine may be")
    }
  }

  /// Whether it names this machine itself.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func split(
    _ authority: Substring
  ) throws(Mistake) -> (name: Substring, port: Substring?) {
    guard authority.first == "[" else {
      let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2 else {
        throw Mistake(words: "has an IPv6 address without brackets")
      }
      return (parts[0], parts.count == 2 ? parts[1] : nil)
    }
    guard let end = authority.firstIndex(of: "]") else {
      throw Mistake(words: "has a bracket that is not closed")
    }
    let rest = authority[authority.index(after: end)...]
    guard rest.isEmpty || rest.first == ":" else { throw Mistake(words: "names no host") }
    return (
      authority[authority.index(after: authority.startIndex)..<end],
      rest.isEmpty ? nil : rest.dropFirst()
    )
  }

  private static func port(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      (1...65_535).contains(port)
    else { return nil }
    return port
  }

  private static func isHost(_ name: Substring) -> Bool {
    !name.isEmpty && name.utf8.count <= 253
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || [0x2D, 0x2E, 0x3A, 0x5F].contains($0)
      }
  }
}
#endif
