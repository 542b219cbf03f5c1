import PaywallTextCoding

/// Who waits for newer answers, and what the app was given last at each placement.
struct PlacementUpdates: Sendable {
  private var readers: [UTF8Key: [Int: AsyncStream<Placement>.Continuation]] = [:]
  private var number = 0
  /// What the app asked last, and was given; no answer while the call runs.
  private var asked: [UTF8Key: Asked] = [:]

  private struct Asked {
    /// Digest of the request.
    var context: String
    var answer: Placement?
    /// Calls that will take the answer of a request in flight.
    var calls = 0
    /// What came during these calls.
    var arrived: Placement?
  }

  mutating func add(
    _ reader: AsyncStream<Placement>.Continuation, at placement: String
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

  /// The app asks.
  mutating func begin(_ placement: String, _ context: String) {
    let key = UTF8Key(placement)
    if asked[key]?.context != context { asked[key] = Asked(context: context) }
    asked[key]?.calls += 1
  }

  /// The call has ended.
  ///
  /// - Returns: an answer that came during it, and that no call takes any more.
  mutating func end(_ placement: String, _ context: String) -> Placement? {
    let key = UTF8Key(placement)
    guard asked[key]?.context == context else { return nil }
    asked[key]?.calls -= 1
    guard asked[key]?.calls == 0 else { return nil }
    defer { asked[key]?.arrived = nil }
    return asked[key]?.arrived
  }

  /// The app is given an answer.
  mutating func give(_ answer: Placement, _ context: String) {
    let key = UTF8Key(answer.id)
    if asked[key]?.context == context { asked[key]?.answer = answer }
  }

  /// An answer has come for what the app asked last.
  ///
  /// - Returns: whether no call takes it.
  mutating func arrive(_ answer: Placement, _ context: String) -> Bool {
    let key = UTF8Key(answer.id)
    guard let last = asked[key], last.context == context else { return false }
    guard last.calls > 0 else { return true }
    asked[key]?.arrived = answer
    return false
  }

  /// What the app was given last at a placement.
  func last(at placement: String) -> Placement? { asked[UTF8Key(placement)]?.answer }

  func tell(_ answer: Placement) {
    for reader in readers[UTF8Key(answer.id)]?.values ?? [:].values { reader.yield(answer) }
  }
}
