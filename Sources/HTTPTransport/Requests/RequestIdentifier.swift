import Synchronization
import PaywallTextCoding

/// The id of a request in the logs and in `x-request-id`.
package enum RequestIdentifier {
  private static let process = UInt64.random(in: 0 ... .max)
  private static let count = Atomic<UInt64>(0)
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// 32 hexadecimal digits: a random number of this process, then a counter.
  package static func fresh() -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    for word in [process, number] {
      for shift in stride(from: 60, through: 0, by: -4) {
        digits.append(hexDigits[Int(truncatingIfNeeded: word >> UInt64(shift)) & 15])
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Whether the client's id is used: 1 to 128 letters, digits and `._:+/=-`.
  package static func isWellFormed(_ id: String) -> Bool {
    (1...128).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "._:+/=-".utf8.contains(byte)
        }
      }
  }
}
