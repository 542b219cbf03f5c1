import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
  /// The body as JSON, within the limit and of the right type.
  ///
  /// - Parameter limit: bytes; more than `Limits.body` only where signed texts may be in it.
  func json(upTo limit: Int = Limits.body) async throws -> JSONValue {
    try JSONReader.read(try await bytes(upTo: limit))
  }

  /// The body as JSON, of the size that signed texts may have where it carries some. Whether it
  /// does is seen before anything is read of it.
  func jsonWithEvidence() async throws -> JSONValue {
    let bytes = try await bytes(upTo: Limits.bodyWithEvidence)
    guard bytes.count <= Limits.body || bytes.mayCarryEvidence else {
      throw Problem.tooLarge(Limits.body, keepsConnection: true)
    }
    return try JSONReader.read(bytes)
  }

  /// What the App Store posts. Its type is not asked for: what it sends must not get lost over a
  /// header.
  func notification() async throws -> JSONValue {
    try JSONReader.read(try await bytes(upTo: Limits.notification, ofAnyType: true))
  }

  private func bytes(upTo limit: Int, ofAnyType: Bool = false) async throws -> [UInt8] {
    if !ofAnyType { try checkMediaType() }
    if let length = headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.tooLarge(
        limit, keepsConnection: length <= ConnectionLimits().discardableBody)
    }
    do {
      let buffer = try await body.collect(upTo: limit)
      return Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Problem.tooLarge(limit, keepsConnection: true)
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

extension [UInt8] {
  /// Names a member that holds signed texts.
  fileprivate var mayCarryEvidence: Bool {
    ["\"transactions\"", "\"renewalInfo\"", "\"appTransaction\""].contains { name in
      firstRange(of: Array(name.utf8)) != nil
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
