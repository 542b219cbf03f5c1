import PaywallCatalog
import HTTPTypes
import Hummingbird
import PaywallAPI
import Synchronization
import PaywallTextCoding

/// The API's description, for programs and people. It holds no secret, and needs no key: the author
/// of a client has none yet.
struct DescriptionRoutes {
  static let operations: [Operation] = [.openAPI, .documentation]

  private let document: CachedPage
  private let page: CachedPage

  init(_ description: APIDescription) {
    document = CachedPage(type: "application/json") {
      JSONText { $0.content(description.openAPI) }.bytes
    }
    page = CachedPage(
      type: "text/html; charset=utf-8",
      headers: [
        .contentSecurityPolicy: APIDescription.contentSecurityPolicy,
        .xContentTypeOptions: "nosniff",
      ]
    ) { Array(description.page.utf8) }
  }

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.openAPI) { request, _ in document.response(to: request.head) }
    routes.on(.documentation) { request, _ in page.response(to: request.head) }
  }
}

/// The same bytes for every caller, made at the first request and kept until the process ends.
private final class CachedPage: Sendable {
  private let type: String
  private let headers: HTTPFields
  private let make: @Sendable () -> [UInt8]
  private let made = Mutex<EncodedBody?>(nil)

  init(type: String, headers: HTTPFields = [:], _ make: @escaping @Sendable () -> [UInt8]) {
    self.type = type
    self.headers = headers
    self.make = make
  }

  func response(to head: HTTPRequest) -> Response {
    body.response(
      to: head, type: type, cacheControl: "public, max-age=3600", vary: "Accept-Encoding",
      headers: headers)
  }

  private var body: EncodedBody {
    made.withLock { made in
      if let made { return made }
      let body = EncodedBody(make())
      made = body
      return body
    }
  }
}

extension RouteTable {
  /// Adds the description of all routes so far, and its own.
  func addDescription() -> APIDescription {
    let pages = DescriptionRoutes.operations.map {
      DescribedRoute(operation: $0, standing: .none)
    }
    let description = APIDescription(routes + pages)
    DescriptionRoutes(description).add(to: open)
    return description
  }
}
