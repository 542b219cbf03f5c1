import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog

/// The public rules for GrowthBook's SDKs, which send the client key in the path.
struct FeatureRoutes {
  let now: @Sendable () -> Timestamp

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.featuresGet) { request, context in
      let entry = try context.clientEntry(key: context.parameters["clientKey"])
      let now = now()
      let payload = await entry.release.features.payload(at: now)
      return payload.body.response(
        to: request.head,
        // The same for every caller, so `public`: fresh for a minute, as in the SDKs.
        cacheControl: Caching.control(.public, maxAge: 60, until: payload.validUntil, at: now),
        // The key is in the path.
        vary: "Accept-Encoding", headers: [.xPaywallRelease: entry.release.release])
    }
  }
}

extension RequestScope {
  /// The release, if the path has a client key. Other keys are refused: intermediaries log paths.
  fileprivate func clientEntry(key: String) throws(Problem) -> Entry {
    guard !entry.release.keys.isEmpty else {
      // Without configured keys, the path may hold any text.
      _ = try entry.authenticator.caller(head, keys: entry.release.keys, from: entry.peer)
      return entry
    }
    guard let caller = entry.release.keys.caller(with: key) else {
      try entry.chargeUnknownKey()
      throw Problem.unknownKey(field: "clientKey")
    }
    try entry.charge(1, caller)
    entry.uses.add(caller)
    guard caller.role == .client else {
      throw Problem(
        .roleRequired,
        "The key '\(caller.name)' has the role \(caller.role.rawValue), and must not be in a path; use a key with the role client.",
        field: "clientKey")
    }
    return entry
  }
}
