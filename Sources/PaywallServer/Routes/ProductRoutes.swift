import HTTPTransport
import PaywallAPI
import PaywallCatalog

/// The products that an app loads from StoreKit before it shows anything.
struct ProductRoutes {
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.productList) { request, context in
      Reply(
        context.entry.release.products, to: request.head, release: context.entry.release.release,
        at: now()
      ).response
    }
  }
}
