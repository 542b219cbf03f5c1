import PaywallTextCoding

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
    JSONText { json in
      json.raw("{")
      for (index, claim) in enumerated() {
        if index > 0 { json.raw(",") }
        json.string(claim.name)
        json.raw(":")
        switch claim.value {
        case .text(let text): json.string(text)
        case .number(let number): json.integer(number)
        case .flag(let flag): json.boolean(flag)
        }
      }
      json.raw("}")
    }.bytes
  }
}
