import PaywallCatalog

/// Content is written as JSON. A localised value is an object whose only member is `$localised`,
/// with a value per locale; an author's object that looks like one gets one more `$`, which the
/// reader removes.
extension Content: BundleReadable {
  package static let mark = "$localised"

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
  package static func isMark(_ name: String) -> Bool {
    let bare = name.utf8.drop { $0 == UInt8(ascii: "$") }
    return bare.count < name.utf8.count && bare.elementsEqual(mark.utf8.dropFirst())
  }
}
