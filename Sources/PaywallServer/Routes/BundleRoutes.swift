import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog

/// The signed offline bundle: a pointer that lives for a minute, and a payload that never changes
/// if its address holds its digest.
struct BundleRoutes {
  let bundles: BundleService
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.bundleGet) { request, context in
      let release = context.entry.release
      let pointer = try await bundles.pointer(to: release, at: now())
      return pointer.response(
        to: request.head, cacheControl: "public, max-age=60, stale-if-error=86400",
        headers: [.xPaywallRelease: release.release])
    }
    visitor.on(.bundlePayload) { request, context in
      let release = context.parameters["release"]
      let sha256 = request.queryItem("sha256")
      let payload = try bundles.payload(of: release, sha256: sha256)
      return payload.body.response(
        to: request.head,
        // Another version of this program may write a release in other bytes.
        cacheControl: sha256 == nil ? "public, max-age=60" : "public, max-age=31536000, immutable",
        headers: [.xPaywallRelease: payload.release])
    }
  }
}
