package import HTTPDocuments
package import HTTPTypes

/// One operation of the API: where, how, and every possible answer. Routes are added by their
/// operation, so every route has a description, and every description a route.
package struct Operation: Sendable {
  package var method: HTTPRequest.Method
  /// The path, with parts in braces: `/v1/placements/{placement}`.
  package var path: String
  package var id: String
  package var topic: Topic
  package var summary: String
  package var description: String
  package var parameters: [Parameter] = []
  package var body: Body?
  /// The members of a form of a page, instead of a body.
  package var form: Schema?
  package var answers: [Answer]
  /// The problems besides those of every operation of its kind.
  package var problems: [Problem.Code] = []
  package var refusal = Refusal.problem
  /// Tokens of a client key for each request (Access.md, "Buckets").
  package var price = 1
  /// The request of its example.
  package var sample = Sample()
  /// True for a page that needs a session, which a command of curl does not have.
  package var isForBrowsers = false

  /// True if it fails without the ledger; a server that only reads refuses it.
  package var needsLedger: Bool { problems.contains(.ledgerUnavailable) }

  /// The format of its failures.
  package enum Refusal: Sendable {
    case problem
    /// As in OpenFeature's protocol.
    case evaluationFailure
  }

  /// The chapters of the description, in their order.
  package enum Topic: String, CaseIterable, Sendable {
    case decisions = "Decisions"
    case offers = "Offers"
    case customers = "Customers"
    case experiments = "Experiments"
    case offline = "Offline"
    case openProtocols = "Open protocols"
    case operating = "Operating"
    case description = "This description"
  }
}

extension Operation {
  /// A path part, a query item or a header.
  package struct Parameter: Sendable {
    package enum Place: String, Sendable { case path, query, header }
    package var name: String
    package var place: Place
    package var schema: Schema
    package var description: String
    /// The parameter is several query items, which are the members of one object.
    package var isExploded = false

    static func path(_ name: String, _ description: String, _ schema: Schema = .text) -> Parameter {
      Parameter(name: name, place: .path, schema: schema, description: description)
    }

    /// A customer by one of several names.
    static let customer: [Parameter] = [
      path("id", "One of Apple's ids; with `by`, a name of that kind."),
      query(
        "by", .words(of: NamedCustomer.Name.self),
        "The kind of the id. By default an `appTransactionId` or an `originalTransactionId`."),
    ]

    /// For requests without a body.
    static let userProof = Parameter(
      name: "X-User-Proof", place: .header, schema: .text,
      description:
        "The proof of your server for the `userId`, where the app has `identity: signed`. Never in the query, which logs keep."
    )

    static func query(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
      Parameter(name: name, place: .query, schema: schema, description: description)
    }
  }

  /// The body of a request.
  package struct Body: Sendable {
    package var schema: Schema
    /// Bytes.
    package var limit = Limits.body
    package var example: Example
    /// Reads any type as JSON; otherwise refuses others.
    package var isOfAnyType = false
  }

  /// A response that is no problem.
  package struct Answer: Sendable {
    package var status: HTTPResponse.Status
    package var summary: String
    package var type: String?
    package var schema: Schema?
    package var headers: [Header]
    package var example: Example?

    /// JSON with status 200.
    static func json(
      _ summary: String, _ schema: Schema, headers: [Header] = .momentary, example: Example
    ) -> Answer {
      Answer(
        status: .ok, summary: summary, type: "application/json", schema: schema,
        headers: headers, example: example)
    }

    static func notModified(_ headers: [Header]) -> Answer {
      Answer(
        status: .notModified, summary: "The copy that `If-None-Match` names is still good.",
        headers: headers)
    }
  }

  /// A header of a response.
  package struct Header: Sendable {
    package var name: String
    package var description: String
    package var schema: Schema
    package var isRequired = true
  }

  /// JSON as written in the description.
  package struct Example: Sendable, ExpressibleByStringLiteral {
    package let json: String
    package init(stringLiteral json: String) { self.json = json }
  }
}
