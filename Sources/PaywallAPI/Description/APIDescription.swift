import HTTPDocuments
import HTTPTypes

/// A description of the API, made from the server's routes.
package struct APIDescription: Sendable {
  package let routes: [DescribedRoute]

  package init(_ routes: [DescribedRoute]) { self.routes = routes }

  package static let title = "paywall"
  package static let version = "1"
  package static let summary =
    "Remote paywalls, experiments and signed offers for an app in the App Store."
  /// Paragraphs.
  package static let introduction = """
    JSON in UTF-8. Enumerated values are the words of the configuration and of StoreKit; times are \
    RFC 3339; a member without a value is absent. An unknown member of a request is \
    refused; an optional member may be null.

    A failure is a problem document (RFC 9457) with a `code` that never changes, and a \
    `detail` that says what to do next.

    A key goes into `Authorization: Bearer …` or `X-API-Key: …`. A role includes those before it: \
    client, server, admin. A server without keys is for development: it answers its own machine \
    only, as to the role client. Every `GET` can be a `HEAD`. A path with another method is answered 405 with `Allow`, \
    another path 404.

    Limits of one request: \(Limits.headers) bytes of request line and headers, \(Limits.body) bytes \
    of body, \(Limits.bodyWithEvidence) with signed texts, \(Limits.signedTexts) signed texts, \
    \(Limits.attributes) attributes, \(Limits.value) characters in a value, \(JSONReader.mostValues) values \
    and \(JSONReader.deepest) levels of JSON.
    """

  /// The routes of a chapter, in the order added.
  package func routes(of topic: Operation.Topic) -> [DescribedRoute] {
    routes.filter { $0.operation.topic == topic }
  }

  /// The named shapes that the routes use, directly or through others, in `Component` order.
  package var components: [Component] {
    Component.needed(
      by: routes.flatMap { $0.schemas.map(\.content) } + [Schema.ref(.problem).content])
  }
}

extension DescribedRoute {
  fileprivate var schemas: [Schema] {
    operation.parameters.map(\.schema) + [operation.body?.schema].compactMap(\.self)
      + operation.answers.compactMap(\.schema)
      + (operation.refusal == .problem ? [] : [.ref(.evaluationFailure)])
  }
}
