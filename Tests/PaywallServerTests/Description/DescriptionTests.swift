import HTTPDocuments
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

@Suite("The description of the API")
struct DescriptionTests {
  private let description: APIDescription
  private let document: Content

  init() throws {
    description = try TestServer().application().responder.description
    document = description.openAPI
  }

  @Test("names every route that apps and servers rely on")
  func routes() {
    let routes = description.routes.map {
      "\($0.standing) \($0.operation.method) \($0.operation.path)"
    }
    #expect(
      Set(routes).isSuperset(of: [
        "none GET /health/live", "none GET /health/ready", "none POST /v1/appstore/notifications",
        "none GET /openapi.json", "none GET /docs",
        "visitor GET /v1/products", "visitor GET /v1/placements/{placement}",
        "visitor POST /v1/placements/{placement}", "visitor POST /v1/placements",
        "visitor POST /v1/offers/sign", "visitor POST /v1/offers/eligibility",
        "visitor POST /v1/customer", "visitor POST /v1/transactions",
        "visitor POST /v1/exposures", "visitor POST /v1/aliases",
        "server DELETE /v1/customers/{id}",
        "viewer GET /metrics", "viewer GET /v1/status",
        "viewer GET /v1/experiments/{experiment}/results", "admin POST /v1/reload",
        "admin POST /v1/explain", "admin POST /v1/previews",
        "admin GET /v1/webhooks/{endpoint}/events",
      ]))
    #expect(Set(routes).count == routes.count)
  }

  @Test("calls no two operations by one name, and none that has no route")
  func identifiers() {
    let ids = description.routes.map(\.operation.id)
    #expect(Set(ids).count == ids.count)
    let described = document["paths"]?.object?.flatMap { $0.value.object ?? [] }
      .compactMap { $0.value["operationId"]?.string }
    #expect(described?.sorted() == ids.sorted())
  }

  @Test("points to nothing that is not there, and has nothing that nobody points to")
  func references() {
    let validator = Validator(document: document)
    let pointers = Set(document.pointers)
    for pointer in pointers { #expect(validator.target(of: .text(pointer)) != nil) }
    let components = document["components"]?["schemas"]?.object?.map(\.key) ?? []
    #expect(
      Set(components.map { "#/components/schemas/\($0)" }).symmetricDifference(pointers) == [])
  }

  @Test("gives every part of a path in braces as a parameter")
  func pathParameters() {
    for route in description.routes {
      let braced = route.operation.path.matches(of: /\{(\w+)\}/).map { String($0.1) }
      let named = route.operation.parameters.filter { $0.place == .path }.map(\.name)
      #expect(braced == named, "\(route.operation.path)")
    }
  }

  @Test("shows no example that its own schema refuses")
  func examples() {
    let validator = Validator(document: document)
    var shown = 0
    for route in description.routes {
      let body = route.operation.body.map { [($0.example, $0.schema)] } ?? []
      let answers = route.operation.answers.compactMap { answer in
        answer.example.flatMap { example in answer.schema.map { (example, $0) } }
      }
      for (example, schema) in body + answers {
        shown += 1
        #expect(example.content != .null, "\(route.operation.id): \(example.json)")
        #expect(
          validator.complaints(about: example.content, schema.content) == [],
          "\(route.operation.id)")
      }
    }
    #expect(shown > 20)
  }

  @Test("tells every code of a problem somewhere, but those of the paths that are not there")
  func codes() {
    let told = Set(description.routes.flatMap(\.problems))
    let untold = Problem.Code.allCases.filter { !told.contains($0) }
    #expect(untold == [.malformedBody, .methodNotAllowed])
  }

  @Test("says which key a route asks for")
  func security() {
    for route in description.routes {
      let security = document["paths"]?[route.operation.path]?[
        route.operation.method.rawValue.lowercased()]?["security"]
      #expect(
        security == (route.standing == .none ? [] : [["bearer": []], ["apiKey": []]]))
    }
  }
}

extension Content {
  /// Every `$ref` inside.
  fileprivate var pointers: [String] {
    switch self {
    case .list(let items): items.flatMap(\.pointers)
    case .object(let members):
      members.flatMap { member in
        member.key == "$ref" ? [member.value.string ?? ""] : member.value.pointers
      }
    default: []
    }
  }
}
