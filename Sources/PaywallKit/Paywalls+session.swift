extension Paywalls {
  /// Begins a session: every placement shows the newest answer, whatever was shown before. Call it
  /// when the app returns after a long while; a process begins with a session.
  public func startSession() {
    session = Session()
    isServerOlder = false
    lastAsked = clock.running()
    if !outbox.queue.isEmpty { flush(in: .zero) }
  }

  /// Begins a session if the last one is over.
  func renewSession() {
    let now = clock.running()
    if case .afterPause(let pause) = configuration.advanced.session, now - lastAsked >= pause {
      startSession()
    }
    lastAsked = now
  }
}
