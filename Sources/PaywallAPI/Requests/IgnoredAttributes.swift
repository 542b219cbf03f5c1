import HTTPDocuments
package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

/// An attribute of a request that counts for nothing, or matches nothing.
package struct IgnoredAttribute: Hashable, Sendable {
  package let name: String
  package let why: Cause
  /// For people: what is wrong, and what to send.
  package let detail: String

  /// For the log: callers choose the name, and its length.
  package var shortName: String { String(String.UnicodeScalarView(name.unicodeScalars.prefix(64))) }

  /// The words on the wire.
  package enum Cause: String, CaseIterable, Sendable {
    /// The configuration does not declare it.
    case undeclared
    /// It cannot be read as its type.
    case mistyped
    /// It has its type, and no condition can match it.
    case unusable
    /// A query item that names no attribute.
    case unnamed
    /// An id that is a word of programs, such as `null`.
    case placeholder
  }
}

/// The ignored attributes of a request.
package struct IgnoredAttributes: Hashable, Sendable {
  /// By name; the unnamed items last, and at most `Limits.attributes` of them.
  package private(set) var attributes: [IgnoredAttribute] = []
  /// Query items, or members of another protocol, that name no attribute.
  package private(set) var unnamed = 0

  package init(unnamed: Int = 0) { self.unnamed = unnamed }

  package init(_ issues: [AttributeIssue]) {
    attributes = issues.compactMap { issue in
      switch issue {
      case .undeclared(let name):
        IgnoredAttribute(
          name: name, why: .undeclared,
          detail: "targeting/attributes.yaml declares no attribute of this name")
      case .mistyped(let name, let expected):
        IgnoredAttribute(
          name: name, why: .mistyped,
          detail: "the value cannot be read as the type \(expected.rawValue)")
      case .placeholder(let name):
        IgnoredAttribute(
          name: name, why: .placeholder,
          detail: "a program's placeholder and not an id; leave it out until there is one")
      case .unusable(let name):
        IgnoredAttribute(name: name, why: .unusable, detail: Self.unusable(name))
      case .reserved: nil
      }
    }
  }

  private static func unusable(_ name: String) -> String {
    switch name {
    case "country":
      "not a country code of ISO 3166-1, so the country counts as unknown, also for conditions with 'not'; send a code such as DE or DEU"
    case "platform":
      "not a platform; send one of \(Platform.allCases.map(\.rawValue).joined(separator: ", "))"
    default: "not a language tag of BCP 47; send a tag such as de or de-DE"
    }
  }

  /// Adds query items that name no attribute.
  ///
  /// - Parameters:
  ///   - items: their names.
  ///   - count: how many there are, which may be more.
  package mutating func add(_ items: [String], count: Int) {
    guard count > 0 else { return }
    unnamed += count
    attributes += items.map {
      IgnoredAttribute(
        name: $0, why: .unnamed,
        detail: "a query item that is not an attribute; a declared one is sent as attr.NAME")
    }
  }

  package var isEmpty: Bool { attributes.isEmpty && unnamed == 0 }

  /// How many are listed for a cause; for `unnamed`, how many there are.
  package func count(of cause: IgnoredAttribute.Cause) -> Int {
    cause == .unnamed ? unnamed : attributes.count { $0.why == cause }
  }

  /// The member `,"ignored":[…]` of an answer; nothing if none is ignored.
  package var member: [UInt8] {
    guard !attributes.isEmpty else { return [] }
    var json = JSONText()
    json.raw(",\"ignored\":")
    json.content(content)
    return json.bytes
  }

  /// `country: unusable, sesions: undeclared`, for protocols whose metadata are scalars; `nil` if no
  /// attribute is ignored.
  package var phrase: String? {
    guard !attributes.isEmpty else { return nil }
    return attributes.map { "\($0.name): \($0.why.rawValue)" }.joined(separator: ", ")
  }

  package var content: Content { attributes.content }
}
