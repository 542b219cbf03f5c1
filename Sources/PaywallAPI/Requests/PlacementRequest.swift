package import HTTPDocuments
import PaywallCatalog
package import PaywallDecisions

/// The body of `POST /v1/placements/{placement}`, and of `POST /v1/placements` with `placements`.
package struct PlacementRequest {
  package var attributes: [String: RawAttribute] = [:]
  /// `nil` means all.
  package var placements: [String]?
  package var asker: CustomerQuestion
  /// The form in which to sign eligible offers; `nil` leaves it to the tap.
  package var sign: SignatureForm?
  /// A token that shows its holder a variant.
  package var preview: String?
  /// The proof of the `userId` among the attributes.
  package var userProof: String?

  package enum Scope: Sendable { case one, several }

  package init(_ body: JSONValue, scope: Scope) throws(Problem) {
    var members = try MemberReader(body)
    attributes = try members.attributes()
    try members.anonymousId(into: &attributes)
    try members.locales(into: &attributes)
    if scope == .several {
      placements = try members.texts("placements")
      if let placements, placements.count > Limits.placements {
        throw Problem(
          .tooManyPlacements, "A request may name \(Limits.placements) placements.",
          field: "placements")
      }
      // No path leads to one without a name.
      guard placements?.contains("") != true else {
        throw Problem(
          .wrongType, "One of the names in 'placements' is empty.", field: "placements")
      }
    }
    asker = try members.customerQuestion()
    sign = try members.signatureForm()
    preview = try members.text("preview")
    userProof = try members.text("userProof")
    try members.finish()
  }
}

/// The two forms of a signature for an offer: StoreKit's compact JWS, or the four values of the
/// original API.
package enum SignatureForm: String, CaseIterable, Sendable {
  case jws, legacy
}

extension MemberReader {
  /// `sign`, a list of one form: an app knows which of its two interfaces it buys with.
  mutating func signatureForm() throws(Problem) -> SignatureForm? {
    let words = try texts("sign", "an array of one form, such as [\"jws\"]") ?? []
    guard words.count <= 1 else {
      throw Problem(.wrongType, "'sign' takes one form: jws or legacy.", field: "sign")
    }
    return try words.first.map { word throws(Problem) in
      try SignatureForm(word: word, "a form of a signature", field: "sign")
    }
  }

  /// `attributes`, as sent.
  package mutating func attributes() throws(Problem) -> [String: RawAttribute] {
    hint = { name in
      let attributes = AttributeSchema.builtIn.map(\.name) + LanguageAttributes.lists
      guard attributes.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { return nil }
      return "'\(name)' is an attribute of the visitor. Put it into 'attributes'."
    }
    guard let member = take("attributes") else { return [:] }
    guard case .object(let members) = member.value else {
      throw Self.wrong(member, "an object of attributes")
    }
    return try Self.attributes(members)
  }

  /// Attributes by name, as sent.
  static func attributes(
    _ members: [JSONValue.Member]
  ) throws(Problem) -> [String: RawAttribute] {
    try Limits.check(count: members.count)
    var attributes: [String: RawAttribute] = [:]
    for member in members {
      let value = RawAttribute(member.value)
      switch value {
      case .text(let text): try Limits.check(text, of: member.name)
      case .list(let texts): for text in texts { try Limits.check(text, of: member.name) }
      default: try Limits.check("", of: member.name)
      }
      // The reader compared names by bytes; a dictionary treats two spellings of é as one.
      guard attributes.updateValue(value, forKey: member.name) == nil else {
        throw Problem(
          .duplicateAttribute, "Another attribute has the same name in another spelling.",
          field: member.name, place: member.place)
      }
    }
    return attributes
  }

  /// A preview is never ignored: its sender expects to see it.
  mutating func refusePreview() throws(Problem) {
    guard let member = take("preview") else { return }
    throw Problem(
      .previewNotSupported,
      "A preview is for placements only: nothing is signed or traced by it. Leave 'preview' out.",
      field: "preview", place: member.place)
  }

  /// Refuses a query item that belongs in a body.
  static func refuseInQuery(_ name: String) throws(Problem) {
    switch name {
    case "transactions", "appTransaction", "renewalInfo", "sign", "customer":
      throw Problem(
        .malformedQuery, "'\(name)' is sent in the body of a POST, where no log keeps it.",
        field: name)
    case "userProof":
      throw Problem(
        .malformedQuery,
        "'userProof' is sent as the header X-User-Proof, or in the body of a POST, where no log keeps it.",
        field: name)
    default: break
    }
  }
}

extension RawAttribute {
  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .object: self = .other
    case .list(let items):
      var texts: [String] = []
      for item in items {
        guard case .text(let text) = item else {
          self = .other
          return
        }
        texts.append(text)
      }
      self = .list(texts)
    }
  }
}

extension PlacementRequest {
  /// Used for a server that names no customer.
  package var impliedCustomer: NamedCustomer? { NamedCustomer(impliedBy: attributes) }
}
