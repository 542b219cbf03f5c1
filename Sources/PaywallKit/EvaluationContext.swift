import PaywallCatalog
import PaywallTextCoding

/// The context of a decision: the visitor, the attributes and a preview.
struct EvaluationContext: Sendable {
  let visitor: VisitorIds
  let attributes: [String: AttributeValue]
  let preview: String?
  /// See ``Paywalls/unlocks``.
  let unlocks: Int
  /// The visitor as an exposure names them.
  var who: VisitorIdentity {
    var environment: String?
    if case .string(let word)? = attributes["environment"] { environment = word }
    return VisitorIdentity(
      anonymousId: visitor.anonymousId, userId: visitor.userId, environment: environment,
      userProof: visitor.userProof)
  }
  /// A digest that is equal for equal contexts.
  let digest: String
  /// The locale and all languages of the visitor, as one text.
  let locale: String?

  init(of visitor: VisitorIds, own: [String: AttributeValue], in client: isolated Paywalls) {
    var attributes = client.configuration.advanced.automaticAttributes
    attributes.merge(client.purchases.facts.attributes) { _, new in new }
    attributes.merge(client.attributes) { _, new in new }
    attributes.merge(own) { _, new in new }
    attributes["anonymousId"] = .string(visitor.anonymousId)
    attributes["userId"] = visitor.userId.map { .string($0) }
    if attributes["firstSeen"] == nil {
      attributes["firstSeen"] = .string(Timestamp(milliseconds: visitor.firstSeen).rfc3339)
    }
    self.visitor = visitor
    self.attributes = attributes
    let preview = client.preview
    self.preview = preview
    unlocks = client.unlocks
    let written = JSONText { json in
      json.attributes(attributes)
      json.member("preview", preview)
      json.member("userProof", visitor.userProof)
    }
    digest = Fingerprint.short(of: String(decoding: written.bytes, as: UTF8.self))
    let languages = ["locale", "locales", "language"].compactMap { name -> String? in
      switch attributes[name] {
      case .string(let text): text
      case .list(let texts): texts.joined(separator: ",")
      default: nil
      }
    }
    locale = languages.isEmpty ? nil : languages.joined(separator: ",")
  }
}
