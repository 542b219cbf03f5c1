package import HTTPTypes

/// One thing that the API can be asked for: where, how, and every answer there can be. Routes are
/// added by their operation, so that there is no route without a description and none of these is
/// shown without a route.
package struct Operation: Sendable {
  package var method: HTTPRequest.Method
  /// With parts in braces: `/v1/placements/{placement}`.
  package var path: String
  package var id: String
  package var topic: Topic
  package var summary: String
  package var description: String
  package var parameters: [Parameter] = []
  package var body: Body?
  package var answers: [Answer]
  /// Beside those that every operation of its kind can have.
  package var problems: [Problem.Code] = []
  package var refusal = Refusal.problem

  /// How it writes what went wrong.
  package enum Refusal: Sendable {
    case problem
    /// As OpenFeature's protocol has it.
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
  /// A part of the path, an item of the query or a header.
  package struct Parameter: Sendable {
    package enum Place: String, Sendable { case path, query, header }
    package var name: String
    package var place: Place
    package var schema: Schema
    package var description: String
    /// The parameter stands for several items of the query, which are members of one object.
    package var isExploded = false

    static func path(_ name: String, _ description: String, _ schema: Schema = .text) -> Parameter {
      Parameter(name: name, place: .path, schema: schema, description: description)
    }

    /// Where there is no body to carry it.
    static let userProof = Parameter(
      name: "X-User-Proof", place: .header, schema: .text,
      description:
        "The proof of your server for the `userId`, where the app has `identity: signed`. Never in the query, which logs keep."
    )

    static func query(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
      Parameter(name: name, place: .query, schema: schema, description: description)
    }
  }

  /// What a request carries.
  package struct Body: Sendable {
    package var schema: Schema
    /// Bytes.
    package var limit: Int
    package var example: Example
    /// Any type is read as JSON; otherwise others are refused.
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
      _ summary: String, _ schema: Schema, headers: [Header], example: Example
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

  /// JSON as it is written in the description.
  package struct Example: Sendable, ExpressibleByStringLiteral {
    package let json: String
    package init(stringLiteral json: String) { self.json = json }
  }
}
