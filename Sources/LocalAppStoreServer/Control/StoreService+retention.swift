import LocalAppStore

extension StoreService {
  /// The messages that Apple holds for the moment before a cancellation.
  package func retention() -> MessageList { MessageList(world.messages) }

  /// Asks the app's server what to show to customers who are about to cancel.
  func askBeforeCancels() async throws {
    for question in world.takeQuestions() {
      let request = question.request
      let text = try chain.sign(request, payloads, stranger: forger())
      // A server must not get a request from its own future.
      await tellTime()
      let url = world.messages.realtimeURL
      let reply = await askRetention(url, text)
      let again = request.fault == .replayed ? await askRetention(url, text) : nil
      let result = reply.flatMap { RealtimeResult(rawValue: $0.result.rawValue) }
      world.finish(
        question, reply != nil && request.fault == .lateAnswer ? .timedOut : result,
        reply?.body ?? [], again: again?.body)
    }
  }
}
