import HTTPDocuments
import HTTPService
import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding

extension FlagFailure {
  fileprivate static let contentType = "application/json"
  fileprivate static let path = Array("/ofrep/v1/evaluate/flags".utf8)

  /// `{"key":"onboarding","errorCode":"…","errorDetails":"…"}`
  func content(key: String?) -> Content {
    .members(("key", key), ("errorCode", code.rawValue), ("errorDetails", details))
  }

  /// - Parameter key: the requested flag, if it was one.
  func response(key: String?) -> Response {
    var headers = headers
    headers[.contentType] = Self.contentType
    headers[.cacheControl] = "no-store"
    return Response(
      status: status, headers: headers, body: ByteBuffer(bytes: content(key: key).json))
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
