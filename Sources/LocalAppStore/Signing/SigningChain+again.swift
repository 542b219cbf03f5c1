/// The signatures of a notification and of the texts inside of it. ECDSA draws a random number for each, so
/// that only with them the same text is made again, byte for byte.
package struct KeptSignatures: Sendable {
  /// The signatures in the order in which the texts are signed.
  private var bytes: [UInt8] = []
  private var used = 0
  /// The bytes of one ES256 signature.
  private static let length = 64

  package init() {}

  /// The next signature: a kept one, or else a new one that is kept.
  mutating func next(_ sign: () throws -> [UInt8]) rethrows -> [UInt8] {
    if used == bytes.count { bytes += try sign() }
    used += Self.length
    return Array(bytes[(used - Self.length)..<used])
  }

  /// Signs the same notification from its beginning.
  mutating func begin() { used = 0 }
}
