import Catalog
import HTTPTypes
import Hummingbird

/// The signed offline bundle: a pointer that lives for a minute, and a payload that never changes
/// where the digest of its bytes is in the address.
struct BundleRoutes {
  private let parts: ServerParts

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.bundleGet) { request, context in
      let release = context.entry.release
      let pointer = try await parts.bundles.pointer(to: release, at: parts.now())
      return pointer.response(
        to: request.head, cacheControl: "public, max-age=60, stale-if-error=86400",
        headers: [.xPaywallRelease: release.release])
    }
    visitor.on(.bundlePayload) { request, context in
      let release = try context.parameters.require("release")
      let sha256 = request.uri.queryParameters["sha256"].map(String.init)
      let payload = try parts.bundles.payload(of: release, sha256: sha256)
      return payload.body.response(
        to: request.head,
        // Another version of this program may write the same release in other bytes.
        cacheControl: sha256 == nil ? "public, max-age=60" : "public, max-age=31536000, immutable",
        headers: [.xPaywallRelease: payload.release])
    }
  }
}
