/// One member of the JSON objects that a JWS consists of.
struct Claim {
  enum Value {
    case text(String), number(Int64), flag(Bool)
  }

  let name: String
  let value: Value

  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension [Claim] {
  /// The claims as one JSON object without white space, in the order given.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    for claim in self {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      append(claim.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      switch claim.value {
      case .text(let text): append(text, to: &bytes)
      case .number(let number): bytes.append(contentsOf: String(number).utf8)
      case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
      }
    }
    return bytes + [UInt8(ascii: "}")]
  }

  /// Writes a JSON string; fields hold no control characters, so two escapes are enough.
  private func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
