package import LocalAppStoreClient

/// Asks the server that is connected. The server fetches each question and sends its answer, so that the
/// store never opens a connection to an address that it was told, and needs no key of the server.
package actor ServerQuestions {
  private var asked: [ServerQuestion] = []
  private var open: [String: CheckedContinuation<ServerAnswer?, Never>] = [:]
  /// Servers with an open request, the last to come at the end.
  private var servers: [(wait: Int, continuation: CheckedContinuation<ServerQuestion?, Never>)] = []
  private var lastRequest: ContinuousClock.Instant?
  private var number = 0
  private var isEnding = false

  /// A server asks again at once; one that does not within this time has gone.
  private static let absence = Duration.seconds(7)
  /// The most questions, and the most servers.
  private static let most = 64

  private let patience: Duration
  private let longest: Duration

  /// - Parameters:
  ///   - patience: how long an answer is waited for.
  ///   - longest: a request is answered after this time even if nothing is asked, so that the end
  ///     of its server is noticed.
  package init(patience: Duration = .seconds(3), longest: Duration = .seconds(5)) {
    self.patience = patience
    self.longest = longest
  }

  package enum Reply: Sendable {
    case answer(ServerAnswer)
    /// A server was connected, and does not answer.
    case silence
    /// No server was connected so far.
    case noServer
  }

  /// Asks, and waits for the answer at most for a while.
  func ask(
    of appTransactionId: String, signing signature: ServerQuestion.SignatureRequest? = nil
  ) async -> Reply {
    guard let lastRequest else { return .noServer }
    guard !servers.isEmpty || lastRequest.duration(to: .now) < Self.absence,
      open.count < Self.most
    else { return .silence }
    number += 1
    let question = ServerQuestion(
      id: String(number), appTransactionId: appTransactionId, signature: signature)
    // A timeout of real time: a server that has ended never answers.
    let timeout = Task {
      try await Task.sleep(for: patience)
      self.close(question.id, with: nil)
    }
    let answer = await withCheckedContinuation { continuation in
      open[question.id] = continuation
      if let server = servers.popLast() {
        server.continuation.resume(returning: question)
      } else {
        asked.append(question)
      }
    }
    timeout.cancel()
    return answer.map { .answer($0) } ?? .silence
  }

  /// The next question for a server; `nil` after a while without one.
  func next() async -> ServerQuestion? {
    lastRequest = .now
    if !asked.isEmpty { return asked.removeFirst() }
    if isEnding { return nil }
    if servers.count == Self.most { servers.removeFirst().continuation.resume(returning: nil) }
    number += 1
    let wait = number
    // As above: nothing else ends the request while nothing is asked.
    let timeout = Task {
      try await Task.sleep(for: longest)
      self.end(wait)
    }
    let question = await withTaskCancellationHandler {
      await withCheckedContinuation { servers.append((wait, $0)) }
    } onCancel: {
      // The server has closed the connection.
      Task { await self.end(wait) }
    }
    timeout.cancel()
    return question
  }

  /// Takes the answer to a question; one that is late changes nothing.
  func finish(with answer: ServerAnswer) { close(answer.id, with: answer) }

  /// Ends the requests of servers, and later ones at once.
  func stopWaiting() {
    isEnding = true
    for server in servers { server.continuation.resume(returning: nil) }
    servers = []
  }

  private func close(_ id: String, with answer: ServerAnswer?) {
    asked.removeAll { $0.id == id }
    open.removeValue(forKey: id)?.resume(returning: answer)
  }

  private func end(_ wait: Int) {
    guard let index = servers.firstIndex(where: { $0.wait == wait }) else { return }
    servers.remove(at: index).continuation.resume(returning: nil)
  }
}
