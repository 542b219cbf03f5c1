import AppStore
import PaywallCatalog
import PaywallTextCoding

/// A mistake in an answer.
enum AnswerMistake: Error {
  case unreadable(String)
  case untrusted(Distrust)
  case wrongApp(String)
  case wrongEnvironment(String)
}

/// An object of an answer. A member of another type than Apple describes makes the answer
/// unreadable; one that this client does not know is kept.
struct AnswerObject {
  private let object: JSONObject

  static let limits = JSONLimits(
    depth: .values(16), values: 200_000, members: 1_024, surrogates: .replaced, numbers: .any)

  init(_ bytes: [UInt8]) throws(AnswerMistake) {
    let document: JSONDocument
    do throws(JSONMistake) {
      document = try JSONDocument(bytes, Self.limits)
    } catch {
      throw .unreadable("it is no JSON from byte \(error.offset) on")
    }
    guard let object = JSONObject(document) else { throw .unreadable("it is no JSON object") }
    self.object = object
  }

  private init(_ object: JSONObject) { self.object = object }

  /// The members with other names than these.
  func unknown(besides known: Set<String>) -> [UnknownMember] {
    object.written(besides: known).map { UnknownMember(name: $0.name, value: $0.json) }
  }

  /// `nil` for a member that is missing or null.
  private func value<Value>(
    _ name: String, _ read: (String) -> Value?, or mistake: String
  ) throws(AnswerMistake) -> Value? {
    guard !object.lacks(name) else { return nil }
    guard let value = read(name) else { throw .unreadable("'\(name)' \(mistake)") }
    return value
  }

  func optionalText(_ name: String) throws(AnswerMistake) -> String? {
    try value(name, object.string, or: "is no text")
  }

  func text(_ name: String) throws(AnswerMistake) -> String {
    guard let text = try optionalText(name) else { throw .unreadable("'\(name)' is missing") }
    return text
  }

  func whole(_ name: String) throws(AnswerMistake) -> Int64? {
    try value(name, object.integer, or: "is no whole number")
  }

  func date(_ name: String) throws(AnswerMistake) -> Timestamp? {
    try whole(name).map(Timestamp.init(milliseconds:))
  }

  func flag(_ name: String) throws(AnswerMistake) -> Bool {
    try value(name, object.flag, or: "is neither true nor false") ?? false
  }

  /// The texts of a list, `nil` for an element that is none; empty without the list.
  func texts(_ name: String) throws(AnswerMistake) -> [String?] {
    try value(name, object.textsOrNone, or: "is no list") ?? []
  }

  func object(_ name: String) throws(AnswerMistake) -> AnswerObject? {
    try value(name, object.object, or: "is no object").map(AnswerObject.init)
  }

  /// The members as counts.
  func counts() throws(AnswerMistake) -> [String: Int] {
    var counts: [String: Int] = [:]
    for member in object.written(besides: []) {
      guard let count = Int(member.json) else { throw .unreadable("'\(member.name)' is no count") }
      counts[member.name] = count
    }
    return counts
  }

  /// The objects of a list; empty without it.
  func objects(_ name: String) throws(AnswerMistake) -> [AnswerObject] {
    var objects: [AnswerObject] = []
    for item in try value(name, object.objects, or: "is no list") ?? [] {
      guard let item else { throw .unreadable("'\(name)' holds something else than objects") }
      objects.append(AnswerObject(item))
    }
    return objects
  }
}
