package import HTTPDocuments
package import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallAPI

/// How large a body a route takes.
enum BodyKind {
  /// Without signed texts.
  case plain
  /// More than `Limits.body`, but only with signed texts.
  case withEvidence

  var limit: Int {
    switch self {
    case .plain: Limits.body
    case .withEvidence: Limits.bodyWithEvidence
    }
  }
}

extension Request {
  /// Decodes the body after checking its type, charging for its bytes and checking its limit. A
  /// long body is decoded off the event loops.
  ///
  /// - Throws: `IncompleteRequest` if the body was cut.
  func body<Value: Sendable>(
    _ kind: BodyKind = .plain, of caller: Caller, _ entry: RequestScope.Entry,
    as decode: @escaping @Sendable (JSONValue) throws -> Value
  ) async throws -> Value {
    try headers.checkMediaType()
    if let announced = announcedBytes { try entry.charge(bytes: announced, caller) }
    let bytes = try await bytes(upTo: kind.limit)
    if announcedBytes == nil { try entry.charge(bytes: bytes.count, caller) }
    return try await JSONReader.aside(
      bytes, entry.longBodies, for: caller.bucket(at: entry.address)
    ) { bytes in
      if bytes.count > Limits.body, !EvidenceSearch.hasMember(bytes) {
        throw Problem.tooLarge(Limits.body, keepsConnection: true)
      }
      return try decode(try JSONReader.read(bytes))
    }
  }

  /// The App Store's post. Its `Content-Type` is not checked: that must not lose a notification.
  func notification() async throws -> [UInt8] { try await bytes(upTo: Limits.notification) }

  /// The announced bytes, capped at the largest body received.
  var announcedBytes: Int? {
    headers[.contentLength].flatMap(Int.init).map { min($0, ConnectionLimits.largestBody) }
  }

  func bytes(upTo limit: Int) async throws -> [UInt8] {
    if let length = headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.tooLarge(limit, keepsConnection: length <= ConnectionLimits.largestBody)
    }
    guard let bytes = try await body.bytes(upTo: limit) else {
      throw Problem.tooLarge(limit, keepsConnection: true)
    }
    return bytes
  }
}

extension HTTPFields {
  /// Refuses a body that is no plain JSON.
  func checkMediaType() throws(Problem) {
    if let type = self[.contentType], type != "application/json" {
      let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
      guard name == "application/json" || name.hasSuffix("+json") else {
        throw Problem(
          .unsupportedMediaType, "Send JSON as 'Content-Type: application/json'.",
          field: "Content-Type", headers: [.accept: "application/json"])
      }
    }
  }

  /// Refuses a body that is compressed.
  func checkContentCoding() throws(Problem) {
    if let encoding = self[.contentEncoding], encoding.lowercased() != "identity" {
      throw Problem(
        .unsupportedMediaType, "Send the body without Content-Encoding.",
        field: "Content-Encoding", headers: [.acceptEncoding: "identity"])
    }
  }
}

extension JSONReader {
  /// Uses the bytes of a body; if they are many, off the event loops and in the sender's turn.
  package static func aside<Value: Sendable>(
    _ bytes: [UInt8], _ queue: YieldingQueue<BucketOwner>, for sender: BucketOwner,
    _ use: @escaping @Sendable ([UInt8]) throws -> Value
  ) async throws -> Value {
    guard bytes.count > Limits.bodyOnEventLoop else { return try use(bytes) }
    return try await queue.run(for: sender) { try use(bytes) }
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
