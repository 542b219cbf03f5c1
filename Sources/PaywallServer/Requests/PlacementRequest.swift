import Catalog
package import Decisions

/// The body of `POST /v1/placements/{placement}`, and of `POST /v1/placements` with `placements`.
package struct PlacementRequest {
  package var attributes: [String: RawAttribute] = [:]
  /// `nil` is all of them.
  package var placements: [String]?

  package enum Scope: Sendable { case one, several }

  package init(_ body: JSONValue, scope: Scope) throws(Problem) {
    var members = try MemberReader(body)
    attributes = try members.attributes()
    if scope == .several {
      placements = try members.texts("placements")
      if let placements, placements.count > Limits.placements {
        throw Problem(
          .tooManyPlacements, "A request may name \(Limits.placements) placements.",
          field: "placements")
      }
    }
    try members.refuseEvidence()
    try members.finish()
  }
}

/// The two forms of a signature for an offer: StoreKit's compact JWS, or the four values of the
/// original API.
package enum SignatureForm: String, CaseIterable, Sendable {
  case jws, legacy

  package init(_ word: String, field: String) throws(Problem) {
    guard let form = Self(rawValue: word) else {
      throw Problem(
        .wrongType, "“\(word)” is no form of a signature; use jws or legacy.", field: field)
    }
    self = form
  }
}

extension MemberReader {
  /// `attributes`, as they came.
  package mutating func attributes() throws(Problem) -> [String: RawAttribute] {
    guard let member = take("attributes") else { return [:] }
    guard case .object(let members) = member.value else {
      throw Self.wrong(member, "an object of attributes")
    }
    try Limits.check(count: members.count)
    var attributes: [String: RawAttribute] = [:]
    for member in members {
      let value = RawAttribute(member.value)
      switch value {
      case .text(let text): try Limits.check(text, of: member.name)
      case .list(let texts): for text in texts { try Limits.check(text, of: member.name) }
      default: try Limits.check("", of: member.name)
      }
      // The reader told names apart by their bytes; a dictionary takes é in two spellings as one.
      guard attributes.updateValue(value, forKey: member.name) == nil else {
        throw Problem(
          .duplicateAttribute, "Another attribute has the same name in another spelling.",
          field: member.name, place: member.place)
      }
    }
    return attributes
  }

  /// Evidence is never passed over in silence: an app that sends it expects an answer that rests
  /// on it.
  mutating func refuseEvidence() throws(Problem) {
    for name in ["transactions", "appTransaction", "preview", "sign"] {
      guard let member = take(name) else { continue }
      try Self.refuseEvidence(called: name, at: member.place)
    }
  }

  /// The same for an item of a query.
  static func refuseEvidence(called name: String, at place: Problem.Place? = nil) throws(Problem) {
    switch name {
    case "transactions", "appTransaction":
      throw Problem(
        .evidenceNotSupported,
        "This server cannot verify App Store evidence yet; leave “\(name)” out.",
        field: name, place: place)
    case "sign":
      throw Problem(
        .evidenceNotSupported,
        "An answer carries signatures only for verified evidence, which this server cannot read yet; leave “sign” out and use /v1/offers/sign.",
        field: name, place: place)
    case "preview":
      throw Problem(
        .previewNotSupported, "This server knows no previews yet; leave “preview” out.",
        field: name, place: place)
    default: break
    }
  }
}

extension RawAttribute {
  init(_ value: JSONValue) {
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
