/// PNG files of tests, chunk by chunk. Nothing unpacks their pixels.
package enum SamplePNG {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameters:
  ///   - colour: the type of colour: 2 is RGB, 3 a palette, 6 RGB with an alpha channel.
  ///   - more: chunks before the pixels.
  package static func bytes(
    _ width: Int, _ height: Int, colour: UInt8 = 2, more: [[UInt8]] = []
  ) -> [UInt8] {
    signature + head(width, height, colour: colour) + more.flatMap(\.self)
      + chunk("IDAT", [0x78, 0x9C]) + chunk("IEND", [])
  }

  package static func head(_ width: Int, _ height: Int, colour: UInt8 = 2) -> [UInt8] {
    chunk("IHDR", number(width) + number(height) + [8, colour, 0, 0, 0])
  }

  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(data.count) + body + number(Int(checkSum(body)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { (shift: Int) -> UInt8 in UInt8(truncatingIfNeeded: value >> shift) }
  }

  /// CRC-32 (W3C PNG, annex D).
  private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
