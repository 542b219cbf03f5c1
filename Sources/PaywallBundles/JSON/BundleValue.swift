import PaywallCatalog
import PaywallTextCoding

/// Something that stands in a bundle, with both directions side by side.
protocol BundleValue {
  init(_ reader: BundleReader) throws(BundleProblem)
  func write(to writer: inout BundleWriter)
}

extension String: BundleValue {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .text(let text) = reader.node.value else { throw reader.wrongType("a string") }
    self = text
  }

  func write(to writer: inout BundleWriter) { writer.json.string(self) }
}

extension Bool: BundleValue {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .boolean(let value) = reader.node.value else {
      throw reader.wrongType("true or false")
    }
    self = value
  }

  func write(to writer: inout BundleWriter) { writer.json.boolean(self) }
}

extension Int64: BundleValue {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .integer(let number) = reader.node.value else {
      throw reader.wrongType("a whole number")
    }
    self = number
  }

  func write(to writer: inout BundleWriter) { writer.json.integer(self) }
}

extension Int: BundleValue {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard let number = Int(exactly: try Int64(reader)) else {
      throw reader.badValue("The number is too large.")
    }
    self = number
  }

  func write(to writer: inout BundleWriter) { writer.json.integer(self) }
}

extension Array: BundleValue where Element: BundleValue {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard case .list(let nodes) = reader.node.value else { throw reader.wrongType("a list") }
    var items: [Element] = []
    items.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      items.append(try Element(BundleReader(node, .item(index, of: reader.path))))
    }
    self = items
  }

  func write(to writer: inout BundleWriter) {
    writer.list(self) { $1.write(to: &$0) }
  }
}

extension Dictionary: BundleValue where Key == String, Value: BundleValue {
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

  /// Sorted by the bytes of the keys, so that a release has one text.
  func write(to writer: inout BundleWriter) {
    let sorted = self.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    writer.object { writer in
      for (key, value) in sorted { writer.member(key, value) }
    }
  }
}

/// Words of a fixed list are written as themselves; a word that the reader does not know makes the
/// bundle unreadable, because a decision could hang on it.
protocol BundleWord: BundleValue, RawRepresentable<String>, CaseIterable {}

extension BundleWord {
  init(_ reader: BundleReader) throws(BundleProblem) {
    let text = try String(reader)
    guard let word = Self(rawValue: text) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw reader.badValue("“\(text)” is none of \(known).")
    }
    self = word
  }

  func write(to writer: inout BundleWriter) { writer.json.string(rawValue) }
}
