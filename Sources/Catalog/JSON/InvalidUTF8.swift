/// The offset of the first byte that does not belong to valid UTF-8.
package func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  guard !bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
  var decoder = UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  var offset = 0
  while true {
    switch decoder.parseScalar(from: &iterator) {
    case .valid(let encoded): offset += encoded.count
    case .emptyInput: return nil
    case .error: return offset
    }
  }
}
