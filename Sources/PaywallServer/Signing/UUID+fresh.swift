package import Foundation

extension UUID {
  /// A random UUID (RFC 9562, version 4). On Linux `UUID()` opens a device each time, which takes
  /// longer than everything else done with a nonce.
  package static func fresh() -> UUID {
    let high = UInt64.random(in: 0 ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: 0 ... .max) & ~(0b11 << 62) | 0b10 << 62
    return UUID(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}
