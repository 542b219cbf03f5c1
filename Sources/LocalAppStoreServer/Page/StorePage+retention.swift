import HTTPDocuments
import LocalAppStore

extension StorePage {
  /// The message that a customer who is about to cancel reads, and the decisions that they can take.
  func cancellation(
    _ card: StoreSubscriptionCard, _ subscription: StoreSubscription, of customer: String,
    at place: String
  ) -> Markup {
    guard subscription.isRunning, subscription.openRetentionRequest != nil,
      let request = card.retention?.last
    else { return "" }
    return """
      <div class="sheet" role="group" aria-label="Before the cancellation">
      <h3>The customer is about to cancel and reads</h3>
      \(request.shown.map(message) ?? "<p class=\"empty\">Apple shows no message.</p>")
      <p><small>\(text: Self.origin(of: request))</small></p>
      \(buttons(.cancellation, .subscription(subscription, of: customer), at: place))
      </div>
      """
  }

  private func message(_ shown: RetentionCard.ShownCard) -> Markup {
    let points: Markup =
      shown.bulletPoints.isEmpty
      ? "" : "<ul>\(shown.bulletPoints.map { "<li>\(text: $0)</li>" as Markup })</ul>"
    return """
      \(shown.image.map { "<p class=\"image\">Image: \(text: $0)</p>" as Markup })\
      <p class="header">\(text: shown.header)</p>
      <p>\(text: shown.body)</p>
      \(points)\
      \(Self.proposal(of: shown).map { "<p><b>\(text: $0)</b></p>" as Markup })
      """
  }

  private static func proposal(of shown: RetentionCard.ShownCard) -> String? {
    guard let product = shown.product else { return nil }
    return shown.offer.map { "With the offer \($0) on \(product)." } ?? "Switch to \(product)."
  }

  /// Why this is shown.
  private static func origin(of request: RetentionCard) -> String {
    let last =
      request.shown == nil
      ? "There is no default for the product in \(request.locale)."
      : "This is the default for the product in \(request.locale)."
    let shown = request.shown.map { "Message \($0.message), " }
    switch request.result {
    case nil: return "No server was asked. \(last)"
    case "SUCCESS"?:
      if let refusal = request.refusal {
        return "Our server's answer is not shown. \(refusal) \(last)"
      }
      guard let shown, request.shown?.isDefault == false else {
        return "Our server left the choice to Apple. \(last)"
      }
      return "\(shown)chosen by our server."
    case let result?: return "Our server's answer failed: \(result). \(last)"
    }
  }

  /// The messages and images that Apple holds.
  var heldMessages: Markup {
    let held = overview.messages
    guard !held.messages.isEmpty || !held.images.isEmpty else { return "" }
    let messages = MessageList(held).messages.map { card -> Markup in
      """
      <li><p><b>\(text: card.header)</b> <span class="state">\(text: card.state.lowercased())</span></p>
      <p>\(text: card.body)</p>
      <p><small><code>\(text: card.id)</code>\(text: card.defaultFor.isEmpty ? "" : ", the default for \(card.defaultFor.joined(separator: ", "))")</small></p>
      \(review(card.id, card.state))</li>

      """
    }
    let images = held.images.map { image -> Markup in
      """
      <li><p>Image <code>\(text: image.id)</code> <span class="state">\(text: image.state.rawValue.lowercased())</span></p>
      \(review(image.id, image.state.rawValue))</li>

      """
    }
    return """
      <section id="messages" aria-labelledby="messages-title">
      <h2 id="messages-title">Messages before a cancellation</h2>
      \(noted("messages"))
      <ul class="periods">\(messages)\(images)</ul>
      </section>
      """
  }

  private func review(_ id: String, _ state: String) -> Markup {
    buttons(.review, .reviewed(id: id, state: state), at: "messages")
  }
}
