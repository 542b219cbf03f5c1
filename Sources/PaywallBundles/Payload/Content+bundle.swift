import PaywallCatalog
import PaywallTextCoding

/// Content is written as JSON. A localised value is an object whose only member is `$localised`,
/// with a value per locale; an author's object that looks like one gets one more `$`, which the
/// reader removes.
extension Content: BundleValue {
  private static let mark = "$localised"

  func write(to writer: inout BundleWriter) {
    switch self {
    case .null: writer.json.raw("null")
    case .boolean(let value): writer.json.boolean(value)
    case .integer(let number): writer.json.integer(number)
    // With a point or an exponent, so that 2.0 differs from 2.
    case .number(let number):
      number.isFinite ? writer.json.raw("\(number)".utf8) : writer.json.raw("null")
    case .text(let text): writer.json.string(text)
    case .list(let items): writer.list(items) { $1.write(to: &$0) }
    case .object(let members):
      let prefix = members.count == 1 && Self.isMark(members.first?.key ?? "") ? "$" : ""
      writer.object { writer in
        for member in members { writer.member(prefix + member.key, member.value) }
      }
    case .localised(let values): writer.object { $0.member(Self.mark, values) }
    }
  }

  init(_ reader: BundleReader) throws(BundleProblem) {
    switch reader.node.value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list: self = .list(try [Content](reader))
    case .object(let members):
      let only = members.count == 1 ? members.first?.name ?? "" : ""
      if only.utf8.elementsEqual(Self.mark.utf8) {
        self = .localised(try reader.read(Self.mark))
      } else {
        let isEscaped = Self.isMark(only)
        self = .object(
          try Self.members(reader).map { member in
            isEscaped ? Member(String(member.key.dropFirst()), member.value) : member
          })
      }
    }
  }

  /// Members in their order.
  static func members(_ reader: BundleReader) throws(BundleProblem) -> [Member] {
    var members: [Member] = []
    for member in try reader.members() {
      let reader = BundleReader(member.node, .member(member.name, of: reader.path))
      members.append(Member(member.name, try Content(reader)))
    }
    return members
  }

  /// `$localised`, `$$localised`, and so on.
  private static func isMark(_ name: String) -> Bool {
    let bare = name.utf8.drop { $0 == UInt8(ascii: "$") }
    return bare.count < name.utf8.count && bare.elementsEqual(mark.utf8.dropFirst())
  }
}

extension BundleWriter {
  /// Members of content, in their order.
  mutating func content(_ members: [Content.Member]) {
    object { writer in
      for member in members { writer.member(member.key, member.value) }
    }
  }
}
