import Catalog
package import HTTPTypes
import Hummingbird
import NIOCore

/// Why a flag, or a whole request, was not evaluated, in the words of OpenFeature: what a provider
/// turns into its own error before it falls back to the value in the app's code.
package struct FlagFailure: Error, Hashable, Sendable {
  package var code: Code
  /// Always sent: a provider reads it without asking whether it is there.
  package var details: String
  package var status: HTTPResponse.Status
  /// The headers of the problem that it came from, such as `Retry-After`.
  package var headers: HTTPFields = [:]

  package enum Code: String, Sendable {
    case parseError = "PARSE_ERROR"
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    case invalidContext = "INVALID_CONTEXT"
    case flagNotFound = "FLAG_NOT_FOUND"
    case general = "GENERAL"
  }

  package init(_ code: Code, _ details: String) {
    self.code = code
    self.details = details
    status = code == .flagNotFound ? .notFound : .badRequest
  }

  /// A problem keeps its status and headers, and its own code at the end of the details.
  package init(_ problem: Problem) {
    code = Code(problem.code)
    var subject = problem.field.map { "“\($0)”: " } ?? ""
    if code != .invalidContext { subject = "" }
    let place = problem.place.map { " (line \($0.line), column \($0.column))" } ?? ""
    details = "\(subject)\(problem.detail)\(place) [\(problem.code.rawValue)]"
    status = problem.code.status
    headers = problem.headers
  }

  static func notFound(_ placement: String) -> FlagFailure {
    FlagFailure(.flagNotFound, "There is no placement “\(placement)”.")
  }
}

extension FlagFailure.Code {
  fileprivate init(_ code: Problem.Code) {
    self =
      switch code {
      case .malformedJSON, .tooManyValues: .parseError
      case .reservedAttribute, .duplicateAttribute, .tooManyAttributes, .attributeTooLong:
        .invalidContext
      default: .general
      }
  }
}

extension FlagFailure {
  fileprivate static let contentType = "application/json"
  fileprivate static let path = Array("/ofrep/v1/evaluate/flags".utf8)

  /// - Parameter key: the flag that was asked for, if it was one.
  func response(key: String?) -> Response {
    var headers = headers
    headers[.contentType] = Self.contentType
    headers[.cacheControl] = "no-store"
    var json = AnswerBytes(capacity: 256)
    json.failure(self, key: key)
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
  }
}

extension AnswerBytes {
  /// `{"key":"onboarding","errorCode":"…","errorDetails":"…"}`
  mutating func failure(_ failure: FlagFailure, key: String?) {
    raw("{")
    if let key {
      raw("\"key\":")
      string(key)
      raw(",")
    }
    raw("\"errorCode\":\"")
    raw(failure.code.rawValue)
    raw("\",\"errorDetails\":")
    string(failure.details)
    raw("}")
  }
}

extension Problem {
  /// Whether a refusal is one of ours; the router's own has no type, or names a character set.
  static func isWritten(_ response: Response) -> Bool {
    [contentType, FlagFailure.contentType].contains(response.headers[.contentType])
  }

  /// The problem as the protocol of the path wants it: OFREP's failures below `/ofrep/`, whoever
  /// refused, and problem documents everywhere else.
  func response(to head: HTTPRequest) -> Response {
    let path = (head.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") }
    guard path.starts(with: FlagFailure.path) else { return response }
    let key = path.dropFirst(FlagFailure.path.count)
    return FlagFailure(self).response(
      key: key.first == UInt8(ascii: "/") ? percentDecoded(Array(key.dropFirst())[...]) : nil)
  }
}
