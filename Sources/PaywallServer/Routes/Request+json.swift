import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
  /// The body as JSON, within the limit and of the right type.
  ///
  /// - Parameter limit: bytes; more than `Limits.body` only where signed texts may be in it.
  func json(upTo limit: Int = Limits.body) async throws -> JSONValue {
    try checkMediaType()
    if let length = headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.tooLarge(
        limit, keepsConnection: length <= ConnectionLimits().discardableBody)
    }
    do {
      let buffer = try await body.collect(upTo: limit)
      return try JSONReader.read(Array(buffer.readableBytesView))
    } catch is NIOTooManyBytesError {
      throw Problem.tooLarge(limit, keepsConnection: true)
    }
  }

  /// The body as JSON, of the size that signed texts may have where it carries some.
  func jsonWithEvidence() async throws -> JSONValue {
    let body = try await json(upTo: Limits.bodyWithEvidence)
    let isLarge = (headers[.contentLength].flatMap(Int.init) ?? .max) > Limits.body
    if isLarge, !body.mayCarryEvidence {
      throw Problem.tooLarge(Limits.body, keepsConnection: true)
    }
    return body
  }

  private func checkMediaType() throws(Problem) {
    if let type = headers[.contentType] {
      let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
      guard name == "application/json" || name.hasSuffix("+json") else {
        throw Problem(
          .unsupportedMediaType, "Send JSON as “Content-Type: application/json”.",
          field: "Content-Type", headers: [.accept: "application/json"])
      }
    }
    if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw Problem(
        .unsupportedMediaType, "Send the body without Content-Encoding.",
        field: "Content-Encoding", headers: [.acceptEncoding: "identity"])
    }
  }
}

extension JSONValue {
  fileprivate var mayCarryEvidence: Bool {
    guard case .object(let members) = self else { return false }
    return members.contains {
      ["transactions", "renewalInfo", "appTransaction"].contains($0.name)
    }
  }
}

extension Problem {
  static func tooLarge(_ limit: Int, keepsConnection: Bool) -> Problem {
    Problem(
      .bodyTooLarge,
      limit == Limits.body
        ? "A body without evidence may have \(limit) bytes." : "A body may have \(limit) bytes.",
      headers: keepsConnection ? [:] : [.connection: "close"])
  }
}
