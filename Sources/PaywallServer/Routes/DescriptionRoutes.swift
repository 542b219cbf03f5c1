import Catalog
import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The description of the API, for programs and for people. It holds nothing that is secret, and
/// whoever writes a client has no key yet.
struct DescriptionRoutes {
  static let operations: [Operation] = [.openAPI, .documentation]

  private let document: KeptPage
  private let page: KeptPage

  init(_ description: APIDescription) {
    document = KeptPage(headers: [.contentType: "application/json"]) {
      JSONText { $0.content(description.openAPI) }.bytes
    }
    page = KeptPage(headers: [
      .contentType: "text/html; charset=utf-8",
      .contentSecurityPolicy: APIDescription.contentSecurityPolicy,
      .xContentTypeOptions: "nosniff",
    ]) { Array(description.page.utf8) }
  }

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.openAPI) { request, _ in document.response(to: request.head) }
    routes.on(.documentation) { request, _ in page.response(to: request.head) }
  }
}

/// The same bytes for everybody, for as long as the process lives; made when they are first asked
/// for.
private final class KeptPage: Sendable {
  private let headers: HTTPFields
  private let make: @Sendable () -> [UInt8]
  private let made = Mutex<(body: ByteBuffer, etag: String)?>(nil)

  init(headers: HTTPFields, _ make: @escaping @Sendable () -> [UInt8]) {
    self.headers = headers
    self.make = make
  }

  func response(to head: HTTPRequest) -> Response {
    let (body, etag) = content
    var headers = headers
    headers[.cacheControl] = "public, max-age=3600"
    headers[.eTag] = etag
    guard !Caching.isCurrent(etag, for: head) else {
      headers[.contentType] = nil
      return Response(status: .notModified, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  private var content: (body: ByteBuffer, etag: String) {
    made.withLock { made in
      if let made { return made }
      let bytes = make()
      let digest = SHA256.hash(data: bytes).prefix(16).flatMap { byte in
        [hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
      let content = (ByteBuffer(bytes: bytes), "\"\(String(decoding: digest, as: UTF8.self))\"")
      made = content
      return content
    }
  }
}
