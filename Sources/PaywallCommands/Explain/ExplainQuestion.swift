import Catalog
import Decisions
import Foundation
import PaywallServer
import Planning
import Subscribers

/// What `explain` asks: put together from a persona, a request, and options, the later ones first.
struct ExplainQuestion {
  var placement: String?
  var attributes: [String: RawAttribute] = [:]
  /// What is known of the customer, by attribute without `subscription.`; empty is nobody.
  var subscription: [String: RawAttribute] = [:]
  var records: [RecordedAssignment] = []
  var at: Timestamp?

  mutating func add(_ persona: Persona) {
    for (name, value) in persona.attributes { attributes[name] = RawAttribute(value) }
    for (name, value) in persona.subscription ?? [:] { subscription[name] = RawAttribute(value) }
    at = at ?? persona.at
  }

  /// A file that holds the body of `POST /v1/explain`, or of `POST /v1/placements/{placement}`.
  mutating func add(requestIn path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(
        .failedOutside, "'\(path)' cannot be read",
        help: "name a file that holds the JSON of a request")
    }
    do throws(Problem) {
      var members = try MemberReader(try JSONReader.read(Array(data)))
      placement = try members.text("placement") ?? placement
      attributes.merge(try members.attributes()) { $1 }
      if let text = try members.text("at") {
        guard let moment = Timestamp(rfc3339: text) else {
          throw Problem(.wrongType, "“at” must be a time with a zone.", field: "at")
        }
        at = moment
      }
      for evidence in ["transactions", "appTransaction", "renewalInfo", "customer", "sign"] {
        guard members.take(evidence) == nil else {
          throw Problem(
            .unknownMember, "“\(evidence)” needs the ledger: ask a server, with --server.",
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

  /// As the server takes it.
  func body(for placement: String, whyNot: String?) -> [UInt8] {
    var members = [
      Content.Member("placement", .text(placement)),
      Content.Member(
        "attributes",
        .object(
          attributes.sorted { $0.key < $1.key }.map { Content.Member($0.key, $0.value.content) })),
    ]
    if let at { members.append(Content.Member("at", .text(at.rfc3339))) }
    if let whyNot { members.append(Content.Member("whyNot", .text(whyNot))) }
    return JSONText { $0.content(.object(members)) }.bytes
  }
}

extension RawAttribute {
  /// A value of a persona, as an app would send it.
  init(_ content: Content) {
    switch content {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list(let items):
      let texts = items.compactMap { item -> String? in
        if case .text(let text) = item { text } else { nil }
      }
      self = texts.count == items.count ? .list(texts) : .other
    case .object, .localised: self = .other
    }
  }

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
