import Synchronization

/// The id of a request in the logs and in `x-request-id`.
package enum RequestIdentifier {
  private static let process = UInt64.random(in: 0 ... .max)
  private static let count = Atomic<UInt64>(0)
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// 32 hexadecimal digits: a random number of this process, then a counter.
  package static func fresh() -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    return unsafe String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<32 {
        let word = place < 16 ? process : number
        unsafe digits[place] =
          hexDigits[Int(truncatingIfNeeded: word >> (60 - 4 * (place % 16))) & 15]
      }
      return 32
    }
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
