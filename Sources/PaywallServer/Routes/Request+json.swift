import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
  /// The body as JSON, within the limit and of the right type.
  func json() async throws -> JSONValue {
    try checkMediaType()
    if let length = headers[.contentLength].flatMap(Int.init), length > Limits.body {
      throw Problem.tooLarge(keepsConnection: length <= ConnectionLimits().discardableBody)
    }
    do {
      let buffer = try await body.collect(upTo: Limits.body)
      return try JSONReader.read(Array(buffer.readableBytesView))
    } catch is NIOTooManyBytesError {
      throw Problem.tooLarge(keepsConnection: true)
    }
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

extension Problem {
  static func tooLarge(keepsConnection: Bool) -> Problem {
    Problem(
      .bodyTooLarge, "A body without evidence may have \(Limits.body) bytes.",
      headers: keepsConnection ? [:] : [.connection: "close"])
  }
}
