package import HTTPDocuments
import HTTPTypes
package import PaywallCatalog

extension APIDescription {
  /// The OpenAPI 3.1 document.
  package var openAPI: Content {
    [
      "openapi": "3.1.0",
      "info": [
        "title": .text(Self.title), "version": .text(Self.version),
        "summary": .text(Self.summary), "description": .text(Self.introduction),
      ],
      "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
      "servers": [["url": "/"]],
      "tags": .list(topics.map { ["name": .text($0.rawValue)] }),
      "paths": .object(paths),
      "components": [
        "schemas": .object(components.map { .init($0.name, $0.schema.content) }),
        "securitySchemes": [
          "bearer": [
            "type": "http", "scheme": "bearer", "description": "A key of `paywall key create`.",
          ],
          "apiKey": [
            "type": "apiKey", "in": "header", "name": "X-API-Key",
            "description": "The same key.",
          ],
        ],
      ],
    ]
  }

  /// In the order in which each path was first added.
  private var paths: [Content.Member] {
    var order: [String] = []
    for route in routes where !order.contains(route.operation.path) {
      order.append(route.operation.path)
    }
    return order.map { path in
      .init(
        path,
        .object(
          routes.filter { $0.operation.path == path }.map {
            .init($0.operation.method.rawValue.lowercased(), $0.openAPI)
          }))
    }
  }
}

extension DescribedRoute {
  fileprivate var openAPI: Content {
    let security: Content = standing == .none ? [] : [["bearer": []], ["apiKey": []]]
    let parameters = operation.parameters.map(\.openAPI)
    return .members(
      ("operationId", operation.id), ("tags", [operation.topic.rawValue]),
      ("summary", operation.summary),
      ("description", "\(operation.description)\n\n\(standing.words)"), ("security", security),
      ("parameters", parameters.isEmpty ? nil : parameters),
      ("requestBody", operation.body?.openAPI ?? form), ("responses", responses))
  }

  private var form: Content? {
    operation.form.map { form in
      [
        "required": true,
        "content": ["application/x-www-form-urlencoded": ["schema": form.content]],
      ]
    }
  }

  private var responses: Content {
    let answers = operation.answers.map { ($0.status.code, $0.openAPI) }
    let refusals =
      problemsByStatus
      .filter { problems in !answers.contains { $0.0 == problems.status.code } }
      .map { ($0.status.code, refusal(with: $0.codes)) }
    return .object((answers + refusals).sorted { $0.0 < $1.0 }.map { .init(String($0.0), $0.1) })
  }

  private func refusal(with codes: [Problem.Code]) -> Content {
    let meanings = codes.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: "\n")
    return [
      "description": .text(meanings),
      "headers": Problem.headers(of: codes).openAPI,
      "content": operation.refusal.content(of: codes),
    ]
  }
}

extension Operation.Refusal {
  fileprivate func content(of codes: [Problem.Code]) -> Content {
    switch self {
    case .problem:
      .object([.init(Problem.contentType, ["schema": Problem.schema(of: codes).content])])
    case .evaluationFailure:
      ["application/json": ["schema": Schema.ref(.evaluationFailure).content]]
    }
  }
}

extension Problem {
  /// A problem document with one of these codes.
  package static func schema(of codes: [Code]) -> Schema {
    .all([
      .ref(.problem),
      ["properties": ["code": Schema.words(codes.map(\.rawValue)).content]],
    ])
  }

  package static func headers(of codes: [Code]) -> [Operation.Header] {
    var headers: [Operation.Header] = [.noStore]
    // Non-HTTP input is answered before it gets an id.
    if !codes.contains(where: DescribedRoute.ofConnection.contains) {
      headers.insert(.requestId, at: 0)
    }
    if codes.contains(where: { $0.status == .unauthorized }) { headers.append(.challenge) }
    let passing: [Code] = [
      .ledgerUnavailable, .readOnlyServer, .serverBehind, .rateLimited, .tooManyConnections,
      .tooManyBodies, .tooManyStreams, .answerTimeout, .verificationBusy, .attemptsExhausted,
      .appStoreUnavailable,
      .resultsBusy,
    ]
    if codes.contains(where: passing.contains) { headers.append(.retryAfter) }
    return headers
  }
}

extension Operation.Parameter {
  fileprivate var openAPI: Content {
    .members(
      ("name", name), ("in", place.rawValue), ("description", description),
      ("required", place == .path ? true : nil), ("style", isExploded ? "form" : nil),
      ("explode", isExploded ? true : nil), ("schema", schema.content))
  }
}

extension Operation.Body {
  fileprivate var openAPI: Content {
    [
      "required": true,
      "description": .text("At most \(limit) bytes."),
      "content": [
        "application/json": ["schema": schema.content, "example": example.content]
      ],
    ]
  }
}

extension Operation.Answer {
  fileprivate var openAPI: Content {
    let media = schema.map { schema in
      Content.members(("schema", schema.content), ("example", example?.content))
    }
    return .members(
      ("description", summary), ("headers", headers.openAPI),
      ("content", type.flatMap { type in media.map { [type: $0] } }))
  }
}

extension [Operation.Header] {
  fileprivate var openAPI: Content { .object(map { .init($0.name, $0.openAPI) }) }
}

extension Operation.Header {
  fileprivate var openAPI: Content {
    [
      "description": .text(description), "required": .boolean(isRequired),
      "schema": schema.content,
    ]
  }
}

extension Operation.Example {
  /// The JSON; null if it is invalid.
  package var content: Content {
    do throws(Problem) {
      return Content(try JSONReader.read(Array(json.utf8)))
    } catch {
      return .null
    }
  }
}
