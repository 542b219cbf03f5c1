extension Paywalls {
  /// The answers that came after ``placement(_:attributes:within:)`` had returned an earlier one:
  /// fetched in the background, or later than the budget. Only answers that show something else
  /// than the app was given, and never another variant than this session has shown. A reader that
  /// is late gets the newest one.
  ///
  /// ```swift
  /// for await placement in await paywalls.updates(of: "settings") { render(placement) }
  /// ```
  ///
  /// Use it for content that may change while it is on screen, such as a banner. A paywall with a
  /// purchase button should stay as it is until it is shown again.
  public func updates(of placement: String) async -> AsyncStream<PlacementDecision> {
    let (stream, reader) = AsyncStream.makeStream(
      of: PlacementDecision.self, bufferingPolicy: .bufferingNewest(1))
    let number = updates.add(reader, at: placement)
    reader.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.stopTelling(number, at: placement) }
    }
    return stream
  }

  private func stopTelling(_ number: Int, at placement: String) {
    updates.remove(number, at: placement)
  }

  /// Ends a call, and publishes an answer that came too late for it.
  func endAsking(_ placement: String, _ context: EvaluationContext) {
    guard let late = updates.end(placement, context.digest) else { return }
    tell(late, context)
  }

  /// Publishes the server's answer to readers that were given something else.
  func arrived(_ answer: PlacementDecision, _ context: EvaluationContext) {
    guard context.unlocks == unlocks, updates.arrive(answer, context.digest) else { return }
    tell(answer, context)
  }

  private func tell(_ answer: PlacementDecision, _ context: EvaluationContext) {
    guard updates.hasReaders(at: answer.id), isStillHere(context.visitor),
      context.unlocks == unlocks
    else { return }
    let before = updates.last(at: answer.id)
    guard let answer = assign(answer, to: context), !answer.looksLike(before) else { return }
    updates.tell(answer)
  }
}

extension PlacementDecision {
  /// True if the app shows the same for both.
  fileprivate func looksLike(_ other: PlacementDecision?) -> Bool {
    guard let other else { return false }
    return shows == other.shows && experiment?.id == other.experiment?.id
      && experiment?.variant == other.experiment?.variant
  }
}
