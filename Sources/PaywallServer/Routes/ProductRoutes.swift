import Hummingbird

/// What an app loads from StoreKit before it shows anything.
struct ProductRoutes {
  private let parts: ServerParts

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to visitor: RouterGroup<VisitorCaller>) {
    visitor.get("products") { request, context in
      Reply(
        context.entry.release.products, to: request.head, release: context.entry.release.release,
        at: parts.now()
      ).response
    }
  }
}
