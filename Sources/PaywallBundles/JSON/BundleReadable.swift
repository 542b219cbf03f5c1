/// Something that stands in a bundle. On a server it is `BundleWritable` as well.
protocol BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem)
}

extension String: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .text(let text) = reader.node.value else { throw reader.wrongType("a string") }
    self = text
  }
}

extension Bool: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .boolean(let value) = reader.node.value else {
      throw reader.wrongType("true or false")
    }
    self = value
  }
}

extension Int64: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .integer(let number) = reader.node.value else {
      throw reader.wrongType("a whole number")
    }
    self = number
  }
}

extension Int: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard let number = Int(exactly: try Int64(reader)) else {
      throw reader.badValue("The number is too large.")
    }
    self = number
  }
}

extension Array: BundleReadable where Element: BundleReadable {
  @_semantics("optimize.sil.specialize.generic.size.never")
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .list(let nodes) = reader.node.value else { throw reader.wrongType("a list") }
    var items: [Element] = []
    items.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      items.append(try Element(BundleReader(node, .item(index, of: reader.path))))
    }
    self = items
  }
}

extension Dictionary: BundleReadable where Key == String, Value: BundleReadable {
  @_semantics("optimize.sil.specialize.generic.size.never")
  init(_ reader: BundleReader) throws(BundleProblem) {
    let members = try reader.members()
    var values: [String: Value] = [:]
    values.reserveCapacity(members.count)
    for member in members {
      let reader = BundleReader(member.node, .member(member.name, of: reader.path))
      let earlier = values.updateValue(try Value(reader), forKey: member.name)
      guard earlier == nil else {
        throw BundleProblem(
          .duplicateMember, path: reader.path.pointer, offset: member.node.range.lowerBound,
          "Another member has the same name in another spelling of Unicode.")
      }
    }
    self = values
  }
}

/// Words of a fixed list are written as themselves; a word that the reader does not know makes the
/// bundle unreadable, because a decision could hang on it.
protocol BundleWord: BundleReadable, RawRepresentable<String>, CaseIterable {}

extension BundleWord {
  @_semantics("optimize.sil.specialize.generic.size.never")
  init(_ reader: BundleReader) throws(BundleProblem) {
    let text = try String(reader)
    guard let word = Self(rawValue: text) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw reader.badValue("'\(text)' is none of \(known).")
    }
    self = word
  }
}
