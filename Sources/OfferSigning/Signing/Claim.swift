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
    JSONMembers { json in
      for claim in self {
        switch claim.value {
        case .text(let text): json.text(claim.name, text)
        case .number(let number): json.number(claim.name, number)
        case .flag(let flag): json.flag(claim.name, flag)
        }
      }
    }.bytes
  }
}
