/// A range of the text and its replacement.
struct Splice: Equatable {
  var range: Range<Int>
  var text: [UInt8]

  init(_ range: Range<Int>, _ text: some StringProtocol) {
    self.range = range
    self.text = Array(text.utf8)
  }

  init(_ range: Range<Int>, bytes: some Sequence<UInt8>) {
    self.range = range
    self.text = Array(bytes)
  }

  static func insertion(_ text: some StringProtocol, at offset: Int) -> Splice {
    Splice(offset..<offset, text)
  }

  static func removal(_ range: Range<Int>) -> Splice { Splice(range, "") }
}

extension [Splice] {
  /// The bytes after all splices, which must not overlap.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.text.count })
    var cursor = 0
    let inOrder = sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for splice in inOrder {
      result += bytes[cursor..<splice.range.lowerBound]
      result += splice.text
      cursor = splice.range.upperBound
    }
    return result + bytes[cursor...]
  }
}
