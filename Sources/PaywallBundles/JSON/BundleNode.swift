import PaywallTextCoding

/// A value of a JSON document, and the bytes that it was written with.
struct BundleNode {
  indirect enum Value {
    case null
    case boolean(Bool)
    /// Written without point and exponent.
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([BundleNode])
    case object([Member])
  }

  struct Member {
    let name: String
    let node: BundleNode
  }

  let value: Value
  let range: Range<Int>

  /// The member of an object, by the bytes of its name.
  subscript(name: String) -> BundleNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.hasSameUTF8(as: name) }?.node
  }
}

extension BundleNode {
  static let deepest = 128

  /// Reads a JSON text strictly: no name twice in an object, no lone surrogates, no numbers beyond a
  /// double.
  init(json bytes: [UInt8]) throws(BundleProblem) {
    do throws(JSONMistake) {
      let limits = JSONLimits(depth: .containers(Self.deepest))
      self.init(try JSONDocument(bytes, limits), at: 0)
    } catch {
      throw BundleProblem(error.orNotUTF8(in: bytes), in: bytes)
    }
  }

  private init(_ document: JSONDocument, at index: Int) {
    let node = document.nodes[index]
    switch node.kind {
    case .null: value = .null
    case .true: value = .boolean(true)
    case .false: value = .boolean(false)
    case .string, .escapedString: value = .text(document.string(node))
    case .integer, .decimal:
      value =
        switch document.number(node) {
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        }
    case .array:
      value = .list(document.elements(of: index).map { BundleNode(document, at: $0) })
    case .object:
      value = .object(
        document.names(of: index).map { at in
          Member(
            name: document.string(document.nodes[at]), node: BundleNode(document, at: at + 1))
        })
    }
    range = node.wholeRange
  }
}

extension BundleProblem {
  fileprivate init(_ mistake: JSONMistake, in bytes: [UInt8]) {
    var (code, offset) = (Code.notJSON, mistake.offset)
    let detail: String
    switch mistake.kind {
    case .empty, .valueExpected, .unknownWord: detail = "A value is expected."
    case .nameExpected: detail = "A member name is expected."
    case .commaOrBracketExpected: detail = "A comma or the end of the list is expected."
    case .unclosedString: (offset, detail) = (bytes.count, "The string does not end.")
    case .duplicate(let name):
      (code, detail) = (.duplicateMember, "The member '\(name)' stands here for the second time.")
    case .tooDeep:
      code = .tooDeep
      detail = "The document nests deeper than \(BundleNode.deepest) levels."
    case .notUTF8: (code, detail) = (.notUTF8, mistake.description)
    case .number(.tooLarge): (code, detail) = (.badValue, mistake.description)
    default: detail = mistake.description
    }
    self.init(code, offset: offset, detail)
  }
}
