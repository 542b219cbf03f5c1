import CommandSupport
import Foundation
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Planning

/// The input of `explain`, from a persona, a request and options; the later ones override.
struct ExplainQuestion {
  var placement: String?
  var attributes: [String: RawAttribute] = [:]
  /// The customer's facts, by attribute without `subscription.`; empty without a customer.
  var subscription: [String: RawAttribute] = [:]
  /// The records that a request states.
  var stated: [StatedRecord] = []
  var at: Timestamp?

  mutating func add(_ persona: Persona) {
    for (name, value) in persona.attributes { attributes[name] = RawAttribute(value) }
    if let facts = persona.subscription {
      subscription["known"] = .boolean(true)
      for (name, value) in facts { subscription[name] = RawAttribute(value) }
    }
    at = at ?? persona.at
  }

  mutating func add(_ visitor: VisitorOptions) throws {
    attributes.merge(try visitor.attributes()) { $1 }
    subscription.merge(try visitor.facts()) { $1 }
    at = visitor.at?.timestamp ?? at
  }

  /// A file that holds the body of `POST /v1/explain`, or of `POST /v1/placements/{placement}`.
  mutating func add(requestIn path: String) throws {
    let data = try Array(file: path, help: "name a file that holds the JSON of a request")
    do throws(Problem) {
      var members = try MemberReader(try JSONReader.read(data))
      placement = try members.text("placement") ?? placement
      var sent = try members.attributes()
      try members.locales(into: &sent)
      attributes.merge(sent) { $1 }
      if let text = try members.text("at") {
        guard let moment = Timestamp(rfc3339: text) else {
          throw Problem(.wrongType, "'at' must be a time with a zone.", field: "at")
        }
        at = moment
      }
      stated = try members.records() ?? []
      guard members.take("preview") == nil else {
        throw Problem(
          .previewNotSupported, "A preview shows its variant whatever is decided; leave it out.",
          field: "preview")
      }
      for evidence in ["transactions", "appTransaction", "renewalInfo", "customer", "sign"] {
        guard members.take(evidence) == nil else {
          throw Problem(
            .unknownMember, "'\(evidence)' needs the ledger: ask a server, with --server.",
            field: evidence)
        }
      }
      try members.finish()
    } catch {
      throw Failure(
        .wrongUsage, "'\(path)' is no request: \(error.detail)",
        help: #"it looks like {"placement": "onboarding", "attributes": {"country": "GB"}}"#)
    }
  }

  /// Returns the facts as the ledger would have them.
  ///
  /// - Throws: a failure that names the fact that is impossible.
  func knowledge(in snapshot: Snapshot) throws -> SubscriberKnowledge {
    let facts = subscription.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let (knowledge, problems) = StatedFacts.knowledge(facts, in: snapshot)
    if let problem = problems.first { throw Failure(.wrongUsage, problem.text) }
    return knowledge
  }

  /// Returns the body of the request to the server.
  func body(for placement: String, whyNot: String?) -> [UInt8] {
    let request = Content.members(
      ("placement", placement), ("attributes", attributes.mapValues(\.content)), ("at", at),
      ("whyNot", whyNot))
    return JSONText { $0.content(request) }.bytes
  }
}

extension RawAttribute {
  fileprivate var content: Content {
    switch self {
    case .null, .other: .null
    case .boolean(let value): .boolean(value)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map { .text($0) })
    }
  }
}
