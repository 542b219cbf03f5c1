import PaywallTextCoding

/// The readers of newer answers, and the last answer that the app was given at each placement.
struct PlacementUpdates: Sendable {
  private var readers: [UTF8Key: [Int: AsyncStream<PlacementDecision>.Continuation]] = [:]
  private var number = 0
  /// The app's last call at each placement, and its answer; no answer while the call runs.
  private var asked: [UTF8Key: Asked] = [:]

  private struct Asked {
    /// Digest of the request.
    var context: String
    var answer: PlacementDecision?
    /// Calls that will take the answer of a request in flight.
    var calls = 0
    /// The newest answer that came during these calls.
    var arrived: PlacementDecision?
  }

  mutating func add(
    _ reader: AsyncStream<PlacementDecision>.Continuation, at placement: String
  ) -> Int {
    number += 1
    readers[UTF8Key(placement), default: [:]][number] = reader
    return number
  }

  mutating func remove(_ number: Int, at placement: String) {
    readers[UTF8Key(placement)]?[number] = nil
  }

  func hasReaders(at placement: String) -> Bool {
    readers[UTF8Key(placement)]?.isEmpty == false
  }

  /// Notes that the app asks.
  mutating func begin(_ placement: String, _ context: String) {
    let key = UTF8Key(placement)
    if asked[key]?.context != context { asked[key] = Asked(context: context) }
    asked[key]?.calls += 1
  }

  /// Notes that the call has ended.
  ///
  /// - Returns: an answer that came during the call, and that no call takes any more.
  mutating func end(_ placement: String, _ context: String) -> PlacementDecision? {
    let key = UTF8Key(placement)
    guard asked[key]?.context == context else { return nil }
    asked[key]?.calls -= 1
    guard asked[key]?.calls == 0 else { return nil }
    defer { asked[key]?.arrived = nil }
    return asked[key]?.arrived
  }

  /// Notes the answer that the app is given.
  mutating func give(_ answer: PlacementDecision, _ context: String) {
    let key = UTF8Key(answer.id)
    if asked[key]?.context == context { asked[key]?.answer = answer }
  }

  /// Notes an answer that has come for the app's last call.
  ///
  /// - Returns: true if no call takes it.
  mutating func arrive(_ answer: PlacementDecision, _ context: String) -> Bool {
    let key = UTF8Key(answer.id)
    guard let last = asked[key], last.context == context else { return false }
    guard last.calls > 0 else { return true }
    asked[key]?.arrived = answer
    return false
  }

  /// The answer that the app was given last at a placement.
  func last(at placement: String) -> PlacementDecision? { asked[UTF8Key(placement)]?.answer }

  func tell(_ answer: PlacementDecision) {
    for reader in readers[UTF8Key(answer.id)]?.values ?? [:].values { reader.yield(answer) }
  }
}
