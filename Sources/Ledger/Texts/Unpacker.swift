import PaywallTextCoding

/// Unpacks what `Packer` wrote.
struct Unpacker {
  private let headers: (Int64) throws -> String
  /// The strings that were read, in their order.
  private var strings: [[UInt8]] = []

  /// - Throws: `UnreadableText` for data that no packer writes.
  static func unpack(
    _ packed: [UInt8], headers: (Int64) throws -> String
  ) throws -> [UInt8] {
    try withoutActuallyEscaping(headers) { headers in
      var unpacker = Unpacker(headers: headers)
      return try unpacker.json(packed[...])
    }
  }

  private init(headers: @escaping (Int64) throws -> String) { self.headers = headers }

  private mutating func json(_ packed: ArraySlice<UInt8>) throws -> [UInt8] {
    var reader = PackReader(rest: packed)
    var json: [UInt8] = []
    json.reserveCapacity(packed.count * 2)
    while !reader.rest.isEmpty {
      switch try reader.byte() {
      case PackMark.signedText: Self.put(quoted: try signedText(&reader), into: &json)
      case PackMark.word: Self.put(quoted: try reader.word(), into: &json)
      case PackMark.wordColon:
        Self.put(quoted: try reader.word(), into: &json)
        json.append(UInt8(ascii: ":"))
      case PackMark.string:
        Self.put(quoted: add(Array(try reader.bytes(reader.length()))), into: &json)
      case PackMark.quotedNumber:
        Self.put(quoted: add(Array(String(try reader.number()).utf8)), into: &json)
      case PackMark.uuid:
        let text = UUIDText.text(of: Array(try reader.bytes(16)))
        Self.put(quoted: add(Array(text.utf8)), into: &json)
      case PackMark.repeated:
        let place = try reader.length()
        guard strings.indices.contains(place) else { throw UnreadableText("string \(place)") }
        Self.put(quoted: strings[place], into: &json)
      case PackMark.number: json += String(try reader.number()).utf8
      case let plain: json.append(plain)
      }
    }
    return json
  }

  private mutating func signedText(_ reader: inout PackReader) throws -> [UInt8] {
    let id = try reader.bytes(8).reduce(0) { $0 << 8 | Int64($1) }
    let payload = try json(reader.bytes(reader.length()))
    let signature = try reader.bytes(reader.length())
    return Array(try headers(id).utf8) + [UInt8(ascii: ".")] + Base64.encodeUTF8(payload, .url)
      + [UInt8(ascii: ".")] + Base64.encodeUTF8(Array(signature), .url)
  }

  private mutating func add(_ string: [UInt8]) -> [UInt8] {
    strings.append(string)
    return string
  }

  private static func put(quoted content: [UInt8], into json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    json += content
    json.append(UInt8(ascii: "\""))
  }
}

/// The unread bytes of a packed payload.
struct PackReader {
  private(set) var rest: ArraySlice<UInt8>

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  mutating func byte() throws -> UInt8 {
    guard let byte = rest.popFirst() else { throw UnreadableText("a packed text ends too early") }
    return byte
  }

  mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw UnreadableText("a packed text ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func word() throws -> [UInt8] {
    let number = Int(try byte())
    guard PackedWords.bytes.indices.contains(number) else { throw UnreadableText("word \(number)") }
    return PackedWords.bytes[number]
  }

  mutating func number() throws -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while shift < 63 {
      let next = try byte()
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
    throw UnreadableText("a number in a packed text")
  }

  mutating func length() throws -> Int {
    let number = try number()
    guard number <= UInt64(Int32.max) else { throw UnreadableText("a length in a packed text") }
    return Int(number)
  }
}
