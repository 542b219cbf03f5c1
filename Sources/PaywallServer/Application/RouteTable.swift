import HTTPTypes
import Hummingbird

/// A router that remembers which paths it has, so that a wrong method can be told from a wrong path.
final class RouteTable: RouterMethods {
  typealias Context = RequestScope

  private let router: Router<RequestScope>
  private var methods: [[Substring]: [HTTPRequest.Method]] = [:]

  init(_ router: Router<RequestScope>) { self.router = router }

  @discardableResult
  func on<Responder: HTTPResponder>(
    _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
  ) -> Self where Responder.Context == RequestScope {
    methods[Self.parts(path.description), default: []].append(method)
    router.on(path, method: method, responder: responder)
    return self
  }

  @discardableResult
  func add(middleware: any MiddlewareProtocol<Request, Response, RequestScope>) -> Self {
    router.add(middleware: middleware)
    return self
  }

  /// What the table knows, once it is complete.
  var allowed: AllowedMethods { AllowedMethods(methods: methods) }

  static func parts(_ path: some StringProtocol) -> [Substring] {
    Substring(path).split(separator: "/", omittingEmptySubsequences: true)
  }
}

/// The methods of every path pattern.
struct AllowedMethods: Sendable {
  let methods: [[Substring]: [HTTPRequest.Method]]

  /// The value of `Allow` for a path; `nil` if there is nothing at all.
  func allow(_ path: String) -> String? {
    let parts = RouteTable.parts(path.prefix { $0 != "?" })
    let found = methods.first { pattern, _ in
      pattern.count == parts.count
        && zip(pattern, parts).allSatisfy { $0.first == "{" || $0.utf8.elementsEqual($1.utf8) }
    }
    guard let found else { return nil }
    return found.value.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
      .joined(separator: ", ")
  }
}
