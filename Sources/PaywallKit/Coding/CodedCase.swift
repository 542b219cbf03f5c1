/// The name of a member. One type for all of them: the keys that the compiler makes for each type, and for
/// each case of an enum, would be a tenth of what an app links.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral name: String) { stringValue = name }
  init(stringValue name: String) { stringValue = name }
  init?(intValue: Int) { nil }
}

/// A case of an enum as the compiler writes it: `{"case":{"_0":…}}`, or with the label of the value.
struct CodedCase {
  let name: String
  private let values: KeyedDecodingContainer<MemberName>

  init(from decoder: any Decoder) throws {
    let cases = try decoder.container(keyedBy: MemberName.self)
    guard let key = cases.allKeys.first, cases.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: cases.codingPath, debugDescription: "Expected one case."))
    }
    name = key.stringValue
    values = try cases.nestedContainer(keyedBy: MemberName.self, forKey: key)
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  func value<Value: Decodable>(_ label: MemberName = "_0") throws -> Value {
    try values.decode(Value.self, forKey: label)
  }

  @_semantics("optimize.sil.specialize.generic.size.never")
  func optional<Value: Decodable>(_ label: MemberName = "_0") throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: label)
  }

  var unknown: DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: values.codingPath, debugDescription: "The case \(name) is unknown."))
  }
}

extension Encoder {
  /// Writes a case without values.
  func encode(case name: MemberName) throws { _ = values(of: name) }

  /// Writes a case with one value.
  func encode(
    case name: MemberName, _ value: some Encodable, as label: MemberName = "_0"
  ) throws {
    var values = values(of: name)
    try values.encode(value, forKey: label)
  }

  /// Returns the place for the values of a case.
  func values(of name: MemberName) -> KeyedEncodingContainer<MemberName> {
    var cases = container(keyedBy: MemberName.self)
    return cases.nestedContainer(keyedBy: MemberName.self, forKey: name)
  }
}
