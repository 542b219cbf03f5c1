import LocalAppStore
import PaywallTextCoding

extension StoreService {
  /// Asks the retention address in the background, as for one customer who is about to cancel again
  /// and again.
  func beginPerformanceTest(_ body: AppleBody) async throws -> PerformanceTest.Started {
    guard world.settings.environment == .sandbox,
      let id = try body.text("originalTransactionId", or: .invalidPerformanceTest)
    else { throw AppleError.invalidPerformanceTest }
    let transaction = try record(id).transaction
    guard transaction.originalTransactionId == id else { throw AppleError.notOriginalTransactionId }
    guard transaction.isOwn else { throw AppleError.familyTransactionNotSupported }
    guard let url = world.messages.realtimeURL else { throw AppleError(.urlNotFound) }
    guard !performanceTests.values.contains(where: { $0.pending > 0 }) else {
      throw AppleError.performanceTestRuns
    }
    return try await change { store in
      let requests = try store.world.testRequests(
        about: id, count: PerformanceTest.config.totalRequests)
      let texts = try requests.map {
        try store.chain.sign($0, store.payloads, stranger: store.chain)
      }
      let test = requests[0].requestIdentifier
      store.performanceTests[test] = PerformanceTest(target: url)
      store.runningTest = Task { await store.run(test, texts, at: url) }
      return .init(config: PerformanceTest.config, requestId: test)
    }
  }

  func performanceResult(_ id: String) throws(AppleError) -> PerformanceTest.Result {
    guard id.isUUID else { throw .invalidTestRequestId }
    guard let test = performanceTests[id.lowercased()] else { throw .performanceTestNotFound }
    return test.result
  }

  private func run(_ test: String, _ texts: [String], at url: String) async {
    await withTaskGroup(of: Void.self) { tasks in
      for (number, text) in texts.enumerated() {
        if number >= PerformanceTest.config.maxConcurrentRequests { await tasks.next() }
        tasks.addTask { await self.ask(text, at: url, for: test) }
      }
    }
  }

  private func ask(_ text: String, at url: String, for test: String) async {
    let start = ContinuousClock.now
    let reply = await askRetention(url, text)
    let time = start.duration(to: .now)
    var result = reply?.result.rawValue ?? RealtimeResult.noResponse.rawValue
    if let reply, reply.result == .success, !RealtimeAnswer.isAnswer(reply.body) {
      result = RealtimeResult.invalidResponse.rawValue
    }
    performanceTests[test]?.add(
      time, failure: result == RealtimeResult.success.rawValue ? nil : result)
  }
}

extension StoreService {
  /// Waits for the end of the performance test that runs, if there is one.
  package func performanceTestEnds() async { await runningTest?.value }
}
