import PaywallCatalog
import HTTPTypes
import HTTPTransport
import NIOCore
import PaywallAPI

extension FlagFailure {
  fileprivate static let contentType = "application/json"
  fileprivate static let path = Array("/ofrep/v1/evaluate/flags".utf8)

  /// - Parameter key: the requested flag, if it was one.
  func response(key: String?) -> Response {
    var headers = headers
    headers[.contentType] = Self.contentType
    headers[.cacheControl] = "no-store"
    var json = AnswerBytes(capacity: 256)
    json.failure(self, key: key)
    return Response(
      status: status, headers: headers,
      body: ByteBuffer(bytes: json.bytes))
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
  /// The problem in the protocol of the path: OFREP failures below `/ofrep/`, whatever refused, and
  /// problem documents everywhere else.
  func response(to head: HTTPRequest) -> Response {
    let path = (head.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") }
    guard path.starts(with: FlagFailure.path) else { return response }
    let key = path.dropFirst(FlagFailure.path.count)
    return FlagFailure(self).response(
      key: key.first == UInt8(ascii: "/") ? percentDecoded(Array(key.dropFirst())[...]) : nil)
  }
}
