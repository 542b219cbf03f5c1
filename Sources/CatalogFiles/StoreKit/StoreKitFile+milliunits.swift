extension StoreKitFile {
  /// `9.99` is 9990; `nil` for anything but up to 12 digits and at most three decimals.
  package static func milliunits(_ text: String) -> Int64? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, (1...12).contains(whole.count) else {
      return nil
    }
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard decimals <= 3, parts.count == 1 || decimals > 0 else { return nil }
    var number: Int64 = 0
    for digit in parts.joined() {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    for _ in decimals..<3 { number *= 10 }
    return number
  }
}
