/// Numbers of a packed payload: seven bits to a byte, the lowest first, all but the last byte with
/// the high bit.
enum PackedNumber {
  static func put(_ number: UInt64, into packed: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      packed.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    packed.append(UInt8(rest))
  }

  /// The number that begins here, and where it ends; `nil` unless it has 4 to 18 digits without a
  /// leading zero.
  static func number<Text: RandomAccessCollection<UInt8>>(
    in text: Text, at start: Int
  ) -> (number: UInt64, end: Int)? where Text.Index == Int {
    guard start < text.endIndex, (0x31...0x39).contains(text[start]) else { return nil }
    var (number, index): (UInt64, Int) = (0, start)
    while index < text.endIndex, (0x30...0x39).contains(text[index]) {
      guard index - start < 18 else { return nil }
      number = number * 10 + UInt64(text[index] - 0x30)
      index += 1
    }
    return index - start >= PackMark.shortest ? (number, index) : nil
  }
}
