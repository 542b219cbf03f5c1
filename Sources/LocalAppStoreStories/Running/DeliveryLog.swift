import AsyncHTTPClient
import LocalAppStore
import LocalAppStoreServer
import Synchronization

/// Posts the notifications of one story, and keeps how the back end answered.
final class DeliveryLog: Sendable {
  private struct State {
    var receiver: (url: String, patience: Duration, retentionPatience: Duration)?
    var accepted = 0
    /// The statuses of the notifications that were not accepted; `nil` for no answer.
    var refusals: [Int?] = []
  }

  private let state = Mutex(State())

  /// Sets where notifications go from now on, and how long an answer may take.
  ///
  /// - Parameter retentionPatience: the same of a question before a cancellation.
  func notify(_ url: String, patience: Duration, retentionPatience: Duration) {
    state.withLock { $0.receiver = (url, patience, retentionPatience) }
  }

  /// Asks before a cancellation, at the address beside that of notifications unless another is set.
  func askRetention(
    _ url: String?, _ text: String, _ client: HTTPClient
  ) async -> NotificationSender.Reply? {
    guard let receiver = state.withLock({ $0.receiver }),
      let url = url ?? NotificationSender.retentionURL(beside: receiver.url)
    else { return nil }
    return await NotificationSender(client, to: url, patience: receiver.retentionPatience)
      .ask(text)
  }

  func post(_ text: String, _ client: HTTPClient) async -> DeliveryQueue.Result {
    guard let receiver = state.withLock({ $0.receiver }) else { return .noResponse }
    let sender = NotificationSender(client, to: receiver.url, patience: receiver.patience)
    let (result, status) = await sender.send(text)
    state.withLock { state in
      if result == .success { state.accepted += 1 } else { state.refusals.append(status) }
    }
    return result
  }

  /// The first status that was no success.
  var firstRefusal: Int? { state.withLock { $0.refusals.lazy.compactMap(\.self).first } }

  /// Whether the back end took nothing, and answered all of it with 4xx.
  var everythingIsRefused: Bool {
    state.withLock { state in
      state.accepted == 0 && !state.refusals.isEmpty
        && state.refusals.allSatisfy { $0.map { (400...499).contains($0) } ?? false }
    }
  }
}
