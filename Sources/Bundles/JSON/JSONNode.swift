/// A value of a JSON document, and the bytes that it was written with.
struct JSONNode {
  indirect enum Value {
    case null
    case boolean(Bool)
    /// Written without point and exponent.
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  struct Member {
    let name: String
    let node: JSONNode
  }

  let value: Value
  let range: Range<Int>

  /// The member of an object, by the bytes of its name.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.node
  }
}
