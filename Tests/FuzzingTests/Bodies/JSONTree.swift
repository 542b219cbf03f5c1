import PaywallCatalog
import PaywallTextCoding

/// A JSON document as every reader must see it.
indirect enum JSONTree: Equatable {
  case null
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text([UInt8])
  case list([JSONTree])
  case object([Member])

  struct Member: Equatable {
    let name: [UInt8]
    let value: JSONTree
  }

  /// The depth of objects and lists; 0 for other values.
  var depth: Int {
    switch self {
    case .list(let items): 1 + (items.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// The number of values, counting objects, arrays and their contents.
  var count: Int {
    switch self {
    case .list(let items): items.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    default: 1
    }
  }

  /// The number of members of the largest object.
  var width: Int {
    switch self {
    case .list(let items): items.map(\.width).max() ?? 0
    case .object(let members): max(members.count, members.map(\.value.width).max() ?? 0)
    default: 0
    }
  }

  /// The number, in whatever notation it is written.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  func write(to json: inout JSONText) {
    switch self {
    case .null: json.raw("null")
    case .flag(let flag): json.boolean(flag)
    case .integer(let number): json.integer(number)
    case .number(let number): json.raw("\(number)".utf8)
    case .text(let text): json.string(text.text)
    case .list(let items): json.list(items) { $1.write(to: &$0) }
    case .object(let members):
      json.raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { json.raw(",") }
        json.string(member.name.text)
        json.raw(":")
        member.value.write(to: &json)
      }
      json.raw("}")
    }
  }
}
