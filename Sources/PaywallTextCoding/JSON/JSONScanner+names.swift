// The names of an object, compared by bytes.
extension JSONScanner {
  /// Compares up to `few` names by fingerprint, and by bytes if fingerprints are equal. For more
  /// names, a table keeps the cost linear.
  mutating func addName(
    to object: Int, _ firstName: Int, _ many: inout JSONNameTable, at start: Int
  ) throws(JSONMistake) {
    let (index, count) = (nodes.count - 1, names.count - firstName)
    let isNew: Bool
    if count < Self.few {
      let name = fingerprint(of: nodes[index])
      var isLikeAnother = false
      for other in firstName..<names.count where names[other] == name { isLikeAnother = true }
      isNew = !isLikeAnother || !isRepeated(index, in: object)
      names.append(name)
    } else {
      if count == Self.few { addAll(of: object, before: index, to: &many) }
      isNew = add(index, to: &many)
      names.append(0)
    }
    if !isNew {
      guard limits.duplicates == .listed else {
        throw JSONMistake(.duplicate(text(of: nodes[index])), at: start)
      }
      duplicates.append(index)
    }
    guard count < limits.members else { throw JSONMistake(.tooManyMembers, at: start) }
  }

  private static let few = 32

  private func fingerprint(of name: JSONNode) -> UInt64 {
    guard name.kind == .escapedString else { return bytes.fingerprint(of: name.range) }
    let text = bytes.unescaped(name.range)
    return text.fingerprint(of: text.indices)
  }

  /// Whether an earlier name of an open object is the same.
  private func isRepeated(_ index: Int, in object: Int) -> Bool {
    var at = object + 1
    while at < index {
      if isSame(at, index) { return true }
      at = nodes[at + 1].next
    }
    return false
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (nodes[left], nodes[right])
    return left.kind == .string && right.kind == .string
      ? bytes.isSame(left.range, as: right.range) : utf8(of: left) == utf8(of: right)
  }

  private func addAll(of object: Int, before end: Int, to table: inout JSONNameTable) {
    var at = object + 1
    while at < end {
      _ = add(at, to: &table)
      at = nodes[at + 1].next
    }
  }

  private func add(_ index: Int, to table: inout JSONNameTable) -> Bool {
    table.insert(index, hash: hash(of: nodes[index])) { isSame($0, index) }
  }

  private func hash(of name: JSONNode) -> UInt64 {
    guard name.kind == .escapedString else { return bytes.seededHash(of: name.range) }
    let text = bytes.unescaped(name.range)
    return text.seededHash(of: text.indices)
  }

  private func utf8(of name: JSONNode) -> [UInt8] {
    name.kind == .escapedString ? bytes.unescaped(name.range) : Array(bytes[name.range])
  }

  private func text(of name: JSONNode) -> String { String(decoding: utf8(of: name), as: UTF8.self) }
}
