import HTTPDocuments
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

/// The server's own description, which every response of this suite is held to.
struct Contract {
  let document: Content

  /// The routes are the same in every server.
  static let ofServer = Result {
    Contract(document: try TestServer().application().responder.description.openAPI)
  }

  /// Records the extra parts of a response, which the description lacks, and its missing parts.
  func check(
    _ response: HTTPResponse, _ body: String, to request: HTTPRequest
  ) {
    for complaint in complaints(response, body, to: request) {
      Issue.record(
        "\(request.method) \(request.path ?? "") is answered \(response.status.code) against the description: \(complaint)"
      )
    }
  }

  /// Returns the parts of a response that contradict the description.
  func complaints(
    _ response: HTTPResponse, _ body: String, to request: HTTPRequest
  ) -> [String] {
    guard let operation = operation(of: request) else {
      let isTold = [400, 404, 405, 431].contains(response.status.code)
      return isTold ? complaints(aboutProblem: response, body, request) : ["no such operation"]
    }
    guard let described = operation["responses"]?[String(response.status.code)] else {
      return ["the status is not described"]
    }
    return complaints(aboutHeadersOf: response, described["headers"])
      + (request.method == .head ? [] : complaints(response, body, described["content"]))
  }

  private func complaints(
    _ response: HTTPResponse, _ body: String, _ content: Content?
  ) -> [String] {
    guard let type = response.headerFields[.contentType]?.prefix(while: { $0 != ";" }) else {
      return content == nil && body.isEmpty ? [] : ["a body without a type"]
    }
    guard let schema = content?[String(type)]?["schema"] else {
      return ["\(type) is not described"]
    }
    return complaints(about: body, type, schema)
  }

  private func complaints(
    about body: String, _ type: some StringProtocol, _ schema: Content
  ) -> [String] {
    guard type.hasSuffix("json") else {
      return validator.complaints(about: .text(body), schema)
    }
    // The server's own description has more values than a request may have.
    guard let json = try? JSONReader.read(Array(body.utf8), atMost: 100_000) else {
      return ["no JSON"]
    }
    return validator.complaints(about: Content(json), schema)
  }

  private func complaints(
    aboutHeadersOf response: HTTPResponse, _ headers: Content?
  ) -> [String] {
    (headers?.object ?? []).flatMap { header -> [String] in
      guard let name = HTTPField.Name(header.key), let value = response.headerFields[name] else {
        return header.value["required"] == true ? ["no header \(header.key)"] : []
      }
      return validator.complaints(
        about: .text(value), header.value["schema"] ?? .null, at: header.key)
    }
  }

  /// Where no operation is, every answer is a problem.
  private func complaints(
    aboutProblem response: HTTPResponse, _ body: String, _ request: HTTPRequest
  ) -> [String] {
    var complaints: [String] = []
    if response.status.code == 405, response.headerFields[.allow] == nil {
      complaints.append("no header allow")
    }
    guard request.method != .head else { return complaints }
    return complaints
      + self.complaints(
        about: body, response.headerFields[.contentType] ?? "",
        document["components"]?["schemas"]?[component(of: request)] ?? .null)
  }

  /// Below OFREP's path every refusal has its shape.
  private func component(of request: HTTPRequest) -> String {
    (request.path ?? "").hasPrefix("/ofrep/") ? "EvaluationFailure" : "Problem"
  }

  private var validator: Validator { Validator(document: document) }

  private func operation(of request: HTTPRequest) -> Content? {
    let path = (request.path ?? "").prefix { $0 != "?" }.split(separator: "/")
    let method = request.method == .head ? .get : request.method
    let found = document["paths"]?.object?.first { pattern in
      let parts = pattern.key.split(separator: "/")
      return parts.count == path.count
        && zip(parts, path).allSatisfy { $0.first == "{" || $0 == $1 }
    }
    return found?.value[method.rawValue.lowercased()]
  }
}
