import HTTPDocuments

/// The JSON object of a call's body. Members that nothing reads are passed over, as Apple does.
struct AppleBody: Sendable {
  private let members: [String: JSONValue]

  init(_ bytes: [UInt8]) throws(AppleError) {
    guard let value = try? JSONReader.read(bytes) else { throw .badRequest }
    try self.init(value, or: .badRequest)
  }

  private init(_ value: JSONValue, or error: AppleError) throws(AppleError) {
    guard case .object(let members) = value else { throw error }
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// `nil` without it.
  func object(_ name: String, or error: AppleError) throws(AppleError) -> AppleBody? {
    guard let value = value(name) else { return nil }
    return try AppleBody(value, or: error)
  }

  /// `nil` without it.
  func objects(_ name: String, or error: AppleError) throws(AppleError) -> [AppleBody]? {
    guard let value = value(name) else { return nil }
    guard case .list(let items) = value else { throw error }
    var objects: [AppleBody] = []
    for item in items { objects.append(try AppleBody(item, or: error)) }
    return objects
  }

  /// `nil` without it.
  func whole(
    _ name: String, _ range: ClosedRange<Int64>, or error: AppleError
  ) throws(AppleError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.whole, range.contains(number) else { throw error }
    return Int(number)
  }

  func required(
    _ name: String, _ range: ClosedRange<Int64>, or error: AppleError
  ) throws(AppleError) -> Int {
    guard let number = try whole(name, range, or: error) else { throw error }
    return number
  }

  /// `nil` without it.
  func text(_ name: String, or error: AppleError) throws(AppleError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value else { throw error }
    return text
  }

  /// `nil` without it.
  func texts(_ name: String, or error: AppleError) throws(AppleError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard case .list(let items) = value else { throw error }
    var texts: [String] = []
    for item in items {
      guard case .text(let text) = item else { throw error }
      texts.append(text)
    }
    return texts
  }

  /// `nil` without it.
  func flag(_ name: String, or error: AppleError) throws(AppleError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .boolean(let flag) = value else { throw error }
    return flag
  }

  /// An explicit null counts as a missing member.
  private func value(_ name: String) -> JSONValue? {
    members[name].flatMap { $0 == .null ? nil : $0 }
  }
}
