import ServiceLifecycle

/// Does something at an interval, until the server stops.
struct RepeatedService: Service {
  let interval: Duration
  /// From the start to the first time; the interval, if it is `nil`.
  var first: Duration?
  let work: @Sendable () async -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var pause = first ?? interval
      // The sleep is the interval between two times; a stop ends it at once.
      while (try? await Task.sleep(for: pause)) != nil {
        await work()
        pause = interval
      }
    }
  }
}
