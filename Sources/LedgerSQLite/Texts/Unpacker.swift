/// Reads what a packer wrote.
struct Unpacker {
  private let packed: ArraySlice<UInt8>
  private let headers: (Int64) throws -> String
  private var index: Int

  /// - Throws: `UnreadableRow` for what no packer writes.
  static func unpack(
    _ packed: ArraySlice<UInt8>, headers: (Int64) throws -> String
  ) throws -> [UInt8] {
    try withoutActuallyEscaping(headers) { headers in
      var unpacker = Unpacker(packed: packed, headers: headers, index: packed.startIndex)
      return try unpacker.json()
    }
  }

  private mutating func json() throws -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(packed.count * 2)
    while index < packed.endIndex {
      switch try byte() {
      case PackMark.signedText: try put(quoted: signedText(), into: &json)
      case PackMark.word: try put(quoted: word(), into: &json)
      case PackMark.wordColon:
        try put(quoted: word(), into: &json)
        json.append(UInt8(ascii: ":"))
      case let plain: json.append(plain)
      }
    }
    return json
  }

  private mutating func signedText() throws -> [UInt8] {
    let id = try bytes(8).reduce(0) { $0 << 8 | Int64($1) }
    let payload = try Self.unpack(bytes(length()), headers: headers)
    let signature = try bytes(length())
    return Array(try headers(id).utf8) + [UInt8(ascii: ".")] + Base64URL.encode(payload)
      + [UInt8(ascii: ".")] + Base64URL.encode(signature)
  }

  private mutating func word() throws -> [UInt8] {
    let number = Int(try byte())
    guard Words.bytes.indices.contains(number) else { throw UnreadableRow("word \(number)") }
    return Words.bytes[number]
  }

  private mutating func length() throws -> Int {
    var (length, shift) = (0, 0)
    while shift < 35 {
      let next = try byte()
      length |= Int(next & 0x7F) << shift
      if next < 0x80 { return length }
      shift += 7
    }
    throw UnreadableRow("a length in a packed text")
  }

  private mutating func byte() throws -> UInt8 {
    guard index < packed.endIndex else { throw UnreadableRow("a packed text ends too early") }
    defer { index += 1 }
    return packed[index]
  }

  private mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= packed.endIndex - index else {
      throw UnreadableRow("a packed text ends too early")
    }
    defer { index += count }
    return packed[index..<index + count]
  }

  private func put(quoted content: some Sequence<UInt8>, into json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    json += content
    json.append(UInt8(ascii: "\""))
  }
}
