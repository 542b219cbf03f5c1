import PaywallTextCoding

extension PEMBlock {
  /// The most hash iterations of a passphrase: OWASP advises 600,000 for PBKDF2 with SHA-256, and a
  /// million take about half a second.
  static let mostRounds = 1_000_000

  /// Refuses a block that needs more iterations: the number in the block may be up to 2³¹, and
  /// libcrypto would need minutes to find that the passphrase is wrong.
  func checkIterations() throws(SigningKeyError) {
    guard label == "ENCRYPTED PRIVATE KEY" else { return }
    let base64 = text.split(separator: "\n").filter { !$0.contains("-") }.joined()
      .filter { !$0.isWhitespace }
    guard let bytes = Base64.decode(base64, .standard) else {
      throw .damagedKey(reason: "its Base64 is damaged")
    }
    guard let rounds = DERElement.list(bytes[...])?.first?.rounds() else {
      throw .damagedKey(reason: "its encryption cannot be read")
    }
    guard rounds <= Self.mostRounds else {
      throw .damagedKey(
        reason:
          "its passphrase is hashed more than \(Self.mostRounds) times; encrypt it again with 'openssl pkcs8 -topk8'"
      )
    }
  }
}

/// One element of DER: its tag and its content.
private struct DERElement {
  let tag: UInt8
  let content: ArraySlice<UInt8>

  /// The consecutive elements in these bytes; `nil` if they are not DER.
  static func list(_ bytes: ArraySlice<UInt8>) -> [DERElement]? {
    var (rest, elements) = (bytes, [DERElement]())
    while let tag = rest.popFirst() {
      guard let short = rest.popFirst() else { return nil }
      var length = Int(short)
      if short >= 0x80 {
        let digits = rest.prefix(Int(short & 0x7F))
        guard (1...3).contains(digits.count), digits.count == Int(short & 0x7F) else { return nil }
        length = digits.reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(digits.count)
      }
      guard rest.count >= length else { return nil }
      elements.append(DERElement(tag: tag, content: rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return elements
  }

  /// The iterations of an encrypted key's algorithm (RFC 8018, RFC 7914), at any depth: a sequence
  /// of a salt and one number, or for scrypt three numbers, which are multiplied; `nil` if there is
  /// none.
  func rounds(within levels: Int = 8) -> Int? {
    guard levels > 0, tag == Self.sequence, let parts = Self.list(content) else { return nil }
    guard parts.first?.tag == Self.octetString else {
      return parts.lazy.compactMap { $0.rounds(within: levels - 1) }.first
    }
    let numbers = parts.dropFirst().prefix { $0.tag == Self.integer }.map(\.number)
    return numbers.count < 3
      ? numbers.first : numbers.prefix(3).reduce(1) { $0.multipliedOrMost(by: $1) }
  }

  /// The value of an INTEGER, clamped to `Int`.
  private var number: Int {
    let digits = content.drop { $0 == 0 }
    return digits.count < 8 ? digits.reduce(0) { $0 << 8 | Int($1) } : .max
  }

  private static let sequence: UInt8 = 0x30
  private static let octetString: UInt8 = 0x04
  private static let integer: UInt8 = 0x02
}

extension Int {
  fileprivate func multipliedOrMost(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
