#if Server
/// Apple's states of messages and images in one environment, from `store/approvals.yaml`.
package struct RetentionStates: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case pending, approved, rejected
  }

  /// By identifier.
  package var messages: [String: State]
  /// By identifier.
  package var images: [String: State]
  /// The identifier of the message that Apple shows without an answer, by product, then by locale.
  package var defaults: [String: [String: String]]
  /// The URL that Apple asks for an answer.
  package var realtimeURL: String?

  package init(
    messages: [String: State] = [:], images: [String: State] = [:],
    defaults: [String: [String: String]] = [:], realtimeURL: String? = nil
  ) {
    self.messages = messages
    self.images = images
    self.defaults = defaults
    self.realtimeURL = realtimeURL
  }

  /// Whether Apple approved a message and all of its images.
  package func approves(_ text: RetentionMessage.Text) -> Bool {
    guard let identifier = text.identifier, messages[identifier] == .approved else { return false }
    return text.images.allSatisfy { image in
      image.identifier.map { images[$0] == .approved } ?? false
    }
  }
}
#endif
