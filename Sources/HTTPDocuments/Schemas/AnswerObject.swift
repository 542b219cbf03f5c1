package import PaywallCatalog

/// A value with a form in JSON, and the schema of that form.
package protocol ContentConvertible {
  static var schema: Schema { get }
  var content: Content { get }
}

/// A value that is answered as an object of JSON. Each member is written once: its name, its schema
/// and its value.
package protocol AnswerObject: ContentConvertible {
  static var members: Members<Self> { get }
}

extension AnswerObject {
  package static var schema: Schema { .object(members.properties) }
  package var content: Content {
    .object(Self.members.writers.compactMap { $0(self) })
  }
}

/// The members of an object made from a value. A number that JSON cannot express is left out.
package struct Members<Subject>: Sendable {
  package private(set) var properties: [Property] = []
  fileprivate private(set) var writers: [@Sendable (Subject) -> Content.Member?] = []

  package init(_ list: (inout Self) -> Void) { list(&self) }

  package mutating func always<Value: ContentConvertible & SendableMetatype>(
    _ name: String, _ schema: Schema, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value
  ) {
    add(.always(name, schema, description)) { value($0).content }
  }

  /// A member that is left out if it is `nil`.
  package mutating func maybe<Value: ContentConvertible & SendableMetatype>(
    _ name: String, _ schema: Schema, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value?
  ) {
    add(.maybe(name, schema, description)) { value($0)?.content }
  }

  /// A member that is null without a value.
  package mutating func orNull<Value: ContentConvertible & SendableMetatype>(
    _ name: String, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value?
  ) {
    add(.always(name, Value.schema.orNull, description)) { value($0)?.content ?? .null }
  }

  /// A member with the schema of its type.
  package mutating func always<Value: ContentConvertible & SendableMetatype>(
    _ name: String, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value
  ) {
    always(name, Value.schema, description, value)
  }

  package mutating func maybe<Value: ContentConvertible & SendableMetatype>(
    _ name: String, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value?
  ) {
    maybe(name, Value.schema, description, value)
  }

  /// One of the words of a type.
  package mutating func always<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Word
  ) {
    always(name, .words(of: Word.self), description) { value($0).rawValue }
  }

  package mutating func maybe<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Word?
  ) {
    maybe(name, .words(of: Word.self), description) { value($0)?.rawValue }
  }

  private mutating func add(
    _ property: Property, _ content: @escaping @Sendable (Subject) -> Content?
  ) {
    properties.append(property)
    writers.append { subject in
      guard let content = content(subject), content.isFinite else { return nil }
      return Content.Member(property.name, content)
    }
  }
}

extension Content {
  fileprivate var isFinite: Bool {
    if case .number(let number) = self { number.isFinite } else { true }
  }
}
