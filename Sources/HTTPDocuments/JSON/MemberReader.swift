/// Takes the members of one object one by one; any left at the end is the sender's mistake.
package struct MemberReader {
  private var members: [JSONValue.Member]
  /// The names that were asked for.
  package private(set) var known: [String] = []
  /// Says where a name belongs that nothing reads here; `nil` if that is not known.
  package var hint: @Sendable (_ name: String) -> String? = { _ in nil }

  /// - Parameter name: of an object in the body; `nil` for the body.
  package init(_ value: JSONValue, called name: String? = nil) throws(Problem) {
    guard case .object(let members) = value else {
      let subject = name.map { "'\($0)'" } ?? "The body"
      throw Problem(.wrongType, "\(subject) must be an object; it is \(value.kind).", field: name)
    }
    self.members = members
  }

  /// The member of this name; an explicit null counts as none.
  package mutating func take(_ name: String) -> JSONValue.Member? {
    known.append(name)
    // The count tells most names apart, in constant time.
    let index = members.firstIndex {
      $0.name.utf8.count == name.utf8.count && $0.name.utf8.elementsEqual(name.utf8)
    }
    guard let index else { return nil }
    let member = members.remove(at: index)
    return member.value == .null ? nil : member
  }

  package mutating func text(_ name: String) throws(Problem) -> String? {
    guard let member = take(name) else { return nil }
    guard case .text(let text) = member.value else { throw Self.wrong(member, "a string") }
    return text
  }

  package mutating func required(_ name: String, _ what: String) throws(Problem) -> String {
    guard let text = try text(name) else { throw Self.missing(name, what) }
    return text
  }

  package mutating func boolean(_ name: String) throws(Problem) -> Bool? {
    guard let member = take(name) else { return nil }
    guard case .boolean(let value) = member.value else { throw Self.wrong(member, "true or false") }
    return value
  }

  /// A whole number, also if it is written with a fraction of zero.
  package mutating func whole(
    _ name: String, in range: ClosedRange<Int64>, _ expected: String
  ) throws(Problem) -> Int? {
    guard let member = take(name) else { return nil }
    guard let number = member.value.whole, range.contains(number) else {
      throw Self.wrong(member, expected)
    }
    return Int(clamping: number)
  }

  /// - Parameter expected: what the array holds, with an example.
  package mutating func texts(
    _ name: String, _ expected: String = "an array of strings"
  ) throws(Problem) -> [String]? {
    guard let member = take(name) else { return nil }
    guard case .list(let items) = member.value else { throw Self.wrong(member, expected) }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      guard case .text(let text) = item else {
        throw Problem(
          .wrongType,
          "'\(name)[\(index)]' is \(item.kind), and '\(name)' must be \(expected).", field: name,
          place: member.place)
      }
      texts.append(text)
    }
    return texts
  }

  /// Refuses members that were not taken.
  package func finish() throws(Problem) {
    guard let member = members.first else { return }
    let names = known.sorted().joined(separator: ", ")
    throw Problem(
      .unknownMember,
      hint(member.name) ?? "Nothing reads '\(member.name)'. Known here: \(names).",
      field: member.name, place: member.place)
  }

  package static func missing(_ name: String, _ what: String) -> Problem {
    Problem(.missingMember, "The body needs '\(name)': \(what).", field: name)
  }

  package static func wrong(_ member: JSONValue.Member, _ expected: String) -> Problem {
    Problem(
      .wrongType, "'\(member.name)' must be \(expected); it is \(member.value.kind).",
      field: member.name, place: member.place)
  }
}
