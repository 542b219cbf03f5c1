import Catalog
import HTTPTypes
import Hummingbird
import NIOCore

/// The signed offline bundle: a pointer that lives for a minute, and a payload that never changes.
struct BundleRoutes {
  private let parts: ServerParts

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to visitor: RouterGroup<VisitorCaller>) {
    visitor.get("bundle") { request, context in
      let release = context.entry.release
      let answer = try parts.bundles.pointer(to: release, at: parts.now())
      return Response(
        shared: answer.body, etag: answer.etag, to: request.head, release: release.release,
        control: "public, max-age=60, stale-if-error=86400")
    }
    visitor.get("bundle/{release}") { request, context in
      let release = try context.parameters.require("release")
      let payload = try parts.bundles.payload(
        of: release, sha256: request.uri.queryParameters["sha256"].map(String.init))
      return Response(
        shared: payload.bytes, etag: payload.etag, to: request.head, release: payload.release,
        control: "public, max-age=31536000, immutable")
    }
  }
}

extension Response {
  /// JSON that is the same for everybody who may ask, and that proxies may keep for all of them.
  fileprivate init(
    shared body: [UInt8], etag: String, to head: HTTPRequest, release: String, control: String
  ) {
    var headers: HTTPFields = [
      .cacheControl: control, .eTag: etag, .vary: Caching.vary, .xPaywallRelease: release,
    ]
    guard !Caching.isCurrent(etag, for: head) else {
      self.init(status: .notModified, headers: headers)
      self.headers[.contentLength] = nil
      return
    }
    headers[.contentType] = "application/json"
    self.init(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
