/// The followers of the clock, such as servers that take it for their own. Each has one request
/// open that is answered when the clock moves, and then asks again with the time that it knows now.
/// The clock can thus wait until all of them know it, before a notification of that moment is
/// delivered.
actor ClockFollowers {
  /// The wait of each follower for the clock to move, by the id that it chose; `nil` between two
  /// requests.
  private var followers: [String: CheckedContinuation<Void, Never>?] = [:]
  private var allKnow: CheckedContinuation<Void, Never>?
  /// Distinguishes the waits, and the rounds of telling.
  private var number = 0
  private var waits: [String: Int] = [:]

  /// A request is answered after this time even if the clock stands, so that the end of its client
  /// is noticed.
  private static let longest = Duration.seconds(5)
  /// A follower that has gone does not stop the clock for longer.
  private static let patience = Duration.seconds(1)
  private static let most = 64
  private var isEnding = false

  /// Adds a follower that learns the present time with this request; the clock waits for its next
  /// one.
  func join(_ id: String) {
    guard followers[id] == nil, hasRoom() else { return }
    followers[id] = .some(nil)
  }

  /// Makes room for one more, if necessary, by forgetting one that does not wait.
  private func hasRoom() -> Bool {
    guard followers.count >= Self.most else { return true }
    guard let absent = followers.first(where: { $0.value == nil })?.key else { return false }
    followers[absent] = nil
    waits[absent] = nil
    return true
  }

  /// Waits until the clock moves, at most for 5 s; for a follower that knows the present time.
  func wait(_ id: String) async {
    guard !isEnding, followers[id] != nil || hasRoom() else { return }
    number += 1
    let wait = number
    end(id)
    waits[id] = wait
    // A timeout of real time: nothing else ends the wait while the clock stands.
    let timeout = Task {
      try await Task.sleep(for: Self.longest)
      if self.waits[id] == wait { self.end(id) }
    }
    await withCheckedContinuation { continuation in
      followers[id] = .some(continuation)
      if isEachWaiting { release() }
    }
    timeout.cancel()
  }

  /// Ends all waits, and later ones at once.
  func stopWaiting() {
    isEnding = true
    for id in followers.keys { end(id) }
  }

  /// Tells all followers that the clock has moved, and waits until they know the time.
  func clockHasMoved() async {
    guard !followers.isEmpty else { return }
    // As above: a follower that has gone asks no more, and is forgotten.
    let timeout = Task {
      try await Task.sleep(for: Self.patience)
      self.forgetMissing()
    }
    await withCheckedContinuation { continuation in
      allKnow = continuation
      for id in followers.keys { end(id) }
    }
    timeout.cancel()
  }

  private var isEachWaiting: Bool { followers.values.allSatisfy { $0 != nil } }

  private func end(_ id: String) {
    guard case .some(.some(let waiting)) = followers[id] else { return }
    followers[id] = .some(nil)
    waiting.resume()
  }

  private func forgetMissing() {
    for (id, waiting) in followers where waiting == nil {
      followers[id] = nil
      waits[id] = nil
    }
    release()
  }

  private func release() {
    allKnow?.resume()
    allKnow = nil
  }
}
