// The names of an object, compared by bytes.
extension JSONScanner {
  /// Compares up to `few` names by fingerprint, and by bytes if fingerprints are equal. For more
  /// names, a set keeps the cost linear.
  mutating func addName(
    to object: Int, _ firstName: Int, _ many: inout Set<UTF8Key>, at start: Int
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
      if count == Self.few { many = keys(of: object, before: index) }
      isNew = many.insert(key(of: nodes[index])).inserted
      names.append(0)
    }
    if !isNew {
      guard limits.duplicates == .listed else {
        throw JSONMistake(.duplicate(key(of: nodes[index]).text), at: start)
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
      let (name, other) = (nodes[index], nodes[at])
      let isSame =
        name.kind == .string && other.kind == .string
        ? bytes.isSame(name.range, as: other.range) : key(of: name) == key(of: other)
      if isSame { return true }
      at = nodes[at + 1].next
    }
    return false
  }

  private func keys(of object: Int, before end: Int) -> Set<UTF8Key> {
    var (keys, at) = (Set<UTF8Key>(), object + 1)
    while at < end {
      keys.insert(key(of: nodes[at]))
      at = nodes[at + 1].next
    }
    return keys
  }

  private func key(of name: JSONNode) -> UTF8Key {
    UTF8Key(
      name.kind == .string
        ? String(decoding: bytes[name.range], as: UTF8.self)
        : String(decoding: bytes.unescaped(name.range), as: UTF8.self))
  }
}
