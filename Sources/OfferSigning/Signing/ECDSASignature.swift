/// The two integers of an ECDSA signature, and their two encodings: ASN.1 DER (legacy form) and r‖s
/// of 64 bytes (JWS).
struct ECDSASignature {
  /// Big-endian, without leading zeros.
  let r: [UInt8]
  let s: [UInt8]

  /// Reads DER: a SEQUENCE of exactly two non-negative INTEGERs, and nothing after it.
  init?(der: [UInt8]) {
    var rest = der[...]
    guard var body = ECDSASignature.take(0x30, from: &rest), rest.isEmpty,
      let r = ECDSASignature.take(0x02, from: &body),
      let s = ECDSASignature.take(0x02, from: &body), body.isEmpty,
      let r = ECDSASignature.magnitude(r), let s = ECDSASignature.magnitude(s)
    else { return nil }
    self.r = r
    self.s = s
  }

  /// Reads r‖s; 64 bytes on P-256.
  init?(raw: [UInt8]) {
    guard raw.count == 64 else { return nil }
    r = Array(raw.prefix(32).drop { $0 == 0 })
    s = Array(raw.suffix(32).drop { $0 == 0 })
  }

  /// r‖s, 64 bytes; nil if a number is too large for P-256.
  var raw: [UInt8]? {
    guard r.count <= 32, s.count <= 32 else { return nil }
    return [r, s].flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
  }

  var der: [UInt8] {
    let body = [r, s].flatMap { number in
      let isNegative = (number.first ?? 0x80) >= 0x80
      let content = isNegative ? [0] + number : number
      return [0x02] + ECDSASignature.length(content.count) + content
    }
    return [0x30] + ECDSASignature.length(body.count) + body
  }

  private static func length(_ count: Int) -> [UInt8] {
    count < 0x80 ? [UInt8(count)] : [0x81, UInt8(truncatingIfNeeded: count)]
  }

  /// Removes one DER element with this tag from the front, and returns its content.
  private static func take(_ tag: UInt8, from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    guard bytes.popFirst() == tag, var count = bytes.popFirst().map(Int.init) else { return nil }
    if count == 0x81 {
      guard let long = bytes.popFirst(), long >= 0x80 else { return nil }
      count = Int(long)
    } else if count > 0x81 {
      return nil
    }
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// The digits of a non-negative DER INTEGER in its shortest form.
  private static func magnitude(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = content.first, first < 0x80 else { return nil }
    guard first == 0, content.count > 1 else { return first == 0 ? [] : Array(content) }
    let rest = content.dropFirst()
    return (rest.first ?? 0) >= 0x80 ? Array(rest) : nil
  }
}
