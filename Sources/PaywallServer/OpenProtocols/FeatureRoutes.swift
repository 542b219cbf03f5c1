import Catalog
import Crypto
import GrowthBook
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The public rules for GrowthBook's SDKs, which send the client key in the path.
struct FeatureRoutes {
  private let parts: ServerParts
  private let payloads = PerRelease { FeaturePayloads(PublishedSnapshot($0.snapshot)) }

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.featuresGet) { request, context in
      let entry = try context.clientEntry(key: context.parameters.get("clientKey") ?? "")
      let now = parts.now()
      let payload = payloads.value(for: entry.release).payload(at: now)
      var headers: HTTPFields = [
        .xPaywallRelease: entry.release.release, .eTag: payload.etag,
        .cacheControl: Self.control(until: payload.validUntil, at: now),
        // The key is in the path already.
        .vary: "Accept-Encoding",
      ]
      guard !Caching.isCurrent(payload.etag, for: request.head) else {
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
      }
      headers[.contentType] = "application/json"
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: payload.body)))
    }
  }

  /// Everybody gets the same, so anybody may keep it: fresh for a minute, as SDKs have it, and never
  /// beyond the next change of a schedule.
  private static func control(until end: Timestamp?, at now: Timestamp) -> String {
    let left = end.map { max(0, ($0.milliseconds &- now.milliseconds) / 1000) } ?? .max
    return
      "public, max-age=\(min(60, left)), stale-while-revalidate=\(min(3600, left)), stale-if-error=\(min(86_400, left))"
  }
}

/// The payloads of one release: the last one, until a schedule changes it.
private final class FeaturePayloads: Sendable {
  private let published: PublishedSnapshot
  private let last = Mutex<(since: Timestamp, answer: PreparedAnswer)?>(nil)

  init(_ published: PublishedSnapshot) { self.published = published }

  func payload(at now: Timestamp) -> PreparedAnswer {
    last.withLock { last in
      if let last, last.since <= now, last.answer.validUntil.map({ now < $0 }) ?? true {
        return last.answer
      }
      let payload = GrowthBookPayload(published, at: now)
      let digest = SHA256.hash(data: payload.json).prefix(16)
      let tag = digest.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }
      let answer = PreparedAnswer(
        body: payload.json, etag: "\"\(String(decoding: tag, as: UTF8.self))\"",
        validUntil: payload.validUntil)
      last = (now, answer)
      return answer
    }
  }
}

extension RequestScope {
  /// The release, for whoever has a client key. Another key is refused: what stands in a path stands
  /// in logs on the way.
  fileprivate func clientEntry(key: String) throws(Problem) -> Entry {
    guard let entry else { throw Problem(.internalError, "The request came past the front door.") }
    guard !entry.release.keys.isEmpty else {
      // Whoever may ask without a key may write anything in its place.
      _ = try entry.gate.caller(head, keys: entry.release.keys)
      return entry
    }
    guard let caller = entry.release.keys.caller(with: key) else {
      try entry.chargeUnknownKey()
      throw Problem(
        .unknownKey, "No key of this server matches; it may have been revoked.",
        field: "clientKey", headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    }
    try entry.charge(1, caller)
    guard caller.role == .client else {
      throw Problem(
        .roleRequired,
        "The key “\(caller.name)” has the role \(caller.role.rawValue), and a path is no place for it; use a key with the role client.",
        field: "clientKey")
    }
    return entry
  }
}
