import HTTPDocuments
import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// The API's description, for programs and people. It needs no key: the author of a client has none
/// yet. A reader without a key sees no name of the configuration.
struct DescriptionRoutes {
  static let operations: [Operation] = [.openAPI, .documentation, .root]

  private let description: APIDescription
  private let index: MadeOnce<DocumentationIndex>
  private let address: ClientFacingAddress
  private let bundles: BundleService
  private let isReadOnly: Bool
  /// The same bytes for every caller.
  private let document: MadeOnce<EncodedBody>
  /// The pages of the last readers.
  private let pages = RecentValues<PageView, EncodedBody>(capacity: 8)

  init(
    _ description: APIDescription, at address: ClientFacingAddress, bundles: BundleService,
    isReadOnly: Bool
  ) {
    self.description = description
    self.address = address
    self.bundles = bundles
    self.isReadOnly = isReadOnly
    index = MadeOnce { DocumentationIndex(description) }
    document = MadeOnce {
      EncodedBody(JSONText { $0.content(description.openAPI) }.bytes)
    }
  }

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.openAPI) { request, context in
      let entry = context.entry
      let response = document.value.response(
        to: request.head, cacheControl: "public, max-age=3600", vary: "Accept-Encoding")
      try entry.charge(response, to: try entry.readerOrStranger(request.head), request.head)
      return response
    }
    routes.on(.documentation) { request, context in try await answer(request.head, context) }
    routes.on(.root) { _, _ in
      Response(
        status: .temporaryRedirect, headers: [.location: "/docs", .cacheControl: "no-store"])
    }
  }

  private func answer(_ head: HTTPRequest, _ context: RequestScope) async throws -> Response {
    let entry = context.entry
    let caller = try entry.reader(head)
    if let query = try DocumentationQuery.search(in: head) {
      try entry.chargeReader(caller, DocumentationQuery.price)
      let index = index
      let body = try await entry.longBodies.run(for: entry.owner) {
        EncodedBody(Array(index.value.page(for: query).utf8))
      }
      return try charged(body, caller, head, entry)
    }
    let view = PageView(
      reader: reader(caller, head, entry),
      service: Documentation.Service(
        isReadOnly: isReadOnly, signsBundles: bundles.signing != nil))
    if let body = pages.use(view) { return try charged(body, caller, head, entry) }
    try entry.chargeReader(caller, PageView.price)
    let (description, pages) = (description, pages)
    let body = try await entry.longBodies.run(for: entry.owner) {
      if let body = pages.use(view) { return body }
      let body = EncodedBody(
        Array(Documentation(description, for: view.reader, of: view.service).page.utf8))
      pages.keep(body, for: view)
      return body
    }
    return try charged(body, caller, head, entry)
  }

  private func charged(
    _ body: EncodedBody, _ caller: Caller?, _ head: HTTPRequest, _ entry: RequestScope.Entry
  ) throws(Problem) -> Response {
    let response = response(body, to: head)
    try entry.charge(response, to: caller, head)
    return response
  }

  private func reader(
    _ caller: Caller?, _ head: HTTPRequest, _ entry: RequestScope.Entry
  ) -> Documentation.Reader {
    let snapshot = entry.release.snapshot
    var names = caller.map { ExampleNames(snapshot, for: $0.role) } ?? ExampleNames()
    // A developer on this machine has the files.
    if caller?.isKeyless == true { names.takeExperiment(of: snapshot) }
    return Documentation.Reader(
      address: address.url(of: head, from: entry.peer), names: names,
      hasKeys: !entry.release.keys.isEmpty)
  }

  /// Private, because the page depends on `Host` and on the key: what one reader was shown is never
  /// kept for another.
  private func response(_ body: EncodedBody, to head: HTTPRequest) -> Response {
    body.response(
      to: head, type: "text/html; charset=utf-8", cacheControl: "private, no-cache",
      headers: [
        .contentSecurityPolicy: Documentation.contentSecurityPolicy,
        .xContentTypeOptions: "nosniff",
      ])
  }
}

extension RequestScope.Entry {
  fileprivate var owner: BucketOwner { BucketOwner(network: address.network) }

  /// The caller, if the request has a valid key or comes from a developer; `nil` without a key.
  fileprivate func reader(_ head: HTTPRequest) throws(Problem) -> Caller? {
    do throws(Problem) {
      return try admit(payingRefusals: false) { () throws(Problem) in
        try authenticator.caller(head, keys: release.keys, from: peer)
      }
    } catch {
      switch error.code {
      case .keyRequired, .keysRequired: return nil
      case .unknownKey, .ambiguousKey:
        try chargeUnknownKey()
        throw error
      default: throw error
      }
    }
  }

  /// The caller of a document that is the same for all: a key that is wrong is none here, and is paid
  /// for as a guess.
  fileprivate func readerOrStranger(_ head: HTTPRequest) throws(Problem) -> Caller? {
    do throws(Problem) {
      return try reader(head)
    } catch {
      guard error.code != .rateLimited else { throw error }
      return nil
    }
  }

  /// Bytes of a page that one token pays for. The smallest burst pays for the largest page.
  private static var pageBytesPerToken: Int { 128 * 1024 }

  /// Charges for the bytes of a page: a request of 60 bytes brings 350 KB. What a reader has already
  /// costs nothing.
  fileprivate func charge(
    _ response: Response, to caller: Caller?, _ head: HTTPRequest
  ) throws(Problem) {
    guard head.method != .head, response.status == .ok else { return }
    let bytes = response.body.readableBytes
    try chargeReader(caller, 1 + bytes / Self.pageBytesPerToken)
  }

  /// Charges for a page that must be made. A reader without a key pays as for a wrong one, and so
  /// does one with the key of an app, which is in every copy of it.
  fileprivate func chargeReader(_ caller: Caller?, _ price: Int) throws(Problem) {
    guard let caller, caller.isKeyless || caller.role != .client else {
      return try limiter.take(price, .unknownKey, owner)
    }
    try charge(price, caller)
  }
}

/// The query of the documentation.
private enum DocumentationQuery {
  /// Tokens of a search.
  static let price = 1

  /// The words of `q`; `nil` if there are none.
  static func search(in head: HTTPRequest) throws(Problem) -> String? {
    var found: String?
    let items = (head.path ?? "").utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      .split(separator: UInt8(ascii: "&"))
    for item in items {
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0].elementsEqual("q".utf8) else { continue }
      guard found == nil else {
        throw Problem(.malformedQuery, "'q' is given twice; send it once.", field: "q")
      }
      let value = parts.count > 1 ? parts[1].map { $0 == UInt8(ascii: "+") ? 0x20 : $0 } : []
      guard let text = percentDecoded(value[...]) else {
        throw Problem(
          .malformedQuery, "The value is not percent-encoded UTF-8; encode every % as %25.",
          field: "q")
      }
      found = text
    }
    guard let text = found, text.contains(where: { !$0.isWhitespace }) else { return nil }
    guard text.unicodeScalars.count <= Limits.search else {
      throw Problem(
        .malformedQuery, "A search may have \(Limits.search) characters.", field: "q")
    }
    return text
  }
}

/// Readers with the same view are shown the same page.
private struct PageView: Hashable, Sendable {
  /// Tokens of a page that must be made, which takes longer than a search.
  static let price = 5

  var reader: Documentation.Reader
  var service: Documentation.Service
}

/// A value that is made at its first use and kept until the process ends: most servers are never asked
/// for it.
private final class MadeOnce<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

extension RouteTable {
  /// Adds the description of all routes so far, and its own.
  func addDescription(at address: ClientFacingAddress, bundles: BundleService) -> APIDescription {
    let pages = DescriptionRoutes.operations.map {
      DescribedRoute(operation: $0, standing: .none)
    }
    let description = APIDescription(routes + pages)
    DescriptionRoutes(description, at: address, bundles: bundles, isReadOnly: isReadOnly)
      .add(to: open)
    return description
  }
}
