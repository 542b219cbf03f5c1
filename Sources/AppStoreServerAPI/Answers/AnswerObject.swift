import AppStore
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// What is wrong with an answer.
enum AnswerMistake: Error {
  case unreadable(String)
  case untrusted(Distrust)
  case wrongApp(String)
  case wrongEnvironment(String)
}

/// An object of an answer. A member of another type than Apple describes makes the answer
/// unreadable; one that this client does not know is kept.
struct AnswerObject {
  private let document: JSONDocument
  private let index: Int

  static let limits = JSONLimits(
    depth: .values(16), values: 200_000, members: 1_024, surrogates: .replaced, numbers: .any)

  init(_ bytes: [UInt8]) throws(AnswerMistake) {
    do throws(JSONMistake) {
      document = try JSONDocument(bytes, Self.limits)
    } catch {
      throw .unreadable("it is no JSON from byte \(error.offset) on")
    }
    guard document.nodes.first?.kind == .object else {
      throw .unreadable("it is no JSON object")
    }
    index = 0
  }

  private init(_ parent: AnswerObject, at index: Int) {
    document = parent.document
    self.index = index
  }

  /// The value of a member; `nil` if it is missing or null.
  private func value(_ name: String) -> Int? {
    var at = index + 1
    while at < document.nodes[index].next {
      if document.string(document.nodes[at]) == name {
        return document.nodes[at + 1].kind == .null ? nil : at + 1
      }
      at = document.nodes[at + 1].next
    }
    return nil
  }

  /// The members with other names than these.
  func unknown(besides known: Set<String>) -> [UnknownMember] {
    var (at, members) = (index + 1, [UnknownMember]())
    while at < document.nodes[index].next {
      let name = document.string(document.nodes[at])
      if !known.contains(name) {
        let range = document.nodes[at + 1].wholeRange
        members.append(
          UnknownMember(
            name: name, value: String(decoding: document.bytes[range], as: UTF8.self)))
      }
      at = document.nodes[at + 1].next
    }
    return members
  }

  func optionalText(_ name: String) throws(AnswerMistake) -> String? {
    guard let at = value(name) else { return nil }
    guard document.nodes[at].isString else { throw .unreadable("'\(name)' is no text") }
    return document.string(document.nodes[at])
  }

  func text(_ name: String) throws(AnswerMistake) -> String {
    guard let text = try optionalText(name) else { throw .unreadable("'\(name)' is missing") }
    return text
  }

  func whole(_ name: String) throws(AnswerMistake) -> Int64? {
    guard let at = value(name) else { return nil }
    switch document.nodes[at].kind {
    case .integer, .decimal:
      switch document.number(document.nodes[at]) {
      case .integer(let number): return number
      case .number(let number): if let whole = Int64(exactly: number) { return whole }
      }
    default: break
    }
    throw .unreadable("'\(name)' is no whole number")
  }

  func date(_ name: String) throws(AnswerMistake) -> Timestamp? {
    try whole(name).map(Timestamp.init(milliseconds:))
  }

  func flag(_ name: String) throws(AnswerMistake) -> Bool {
    guard let at = value(name) else { return false }
    switch document.nodes[at].kind {
    case .true: return true
    case .false: return false
    default: throw .unreadable("'\(name)' is neither true nor false")
    }
  }

  /// The texts of a list, `nil` for an element that is none; empty without the list.
  func texts(_ name: String) throws(AnswerMistake) -> [String?] {
    try elements(name).map { at in
      document.nodes[at].isString ? document.string(document.nodes[at]) : nil
    }
  }

  /// The objects of a list; empty without it.
  func objects(_ name: String) throws(AnswerMistake) -> [AnswerObject] {
    var objects: [AnswerObject] = []
    for at in try elements(name) {
      guard document.nodes[at].kind == .object else {
        throw .unreadable("'\(name)' holds something else than objects")
      }
      objects.append(AnswerObject(self, at: at))
    }
    return objects
  }

  private func elements(_ name: String) throws(AnswerMistake) -> [Int] {
    guard let list = value(name) else { return [] }
    guard document.nodes[list].kind == .array else { throw .unreadable("'\(name)' is no list") }
    var (at, elements) = (list + 1, [Int]())
    while at < document.nodes[list].next {
      elements.append(at)
      at = document.nodes[at].next
    }
    return elements
  }
}
