/// How often something of each customer has changed, and the requests that wait for the next change.
struct CustomerChanges {
  private var counts: [String: Int] = [:]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var number = 0

  /// The notifications of a customer so far.
  func count(of customer: String) -> Int { counts[customer, default: 0] }

  /// Counts a change of each of these customers.
  mutating func add(_ customers: [String]) {
    guard !customers.isEmpty else { return }
    for customer in customers { counts[customer, default: 0] += 1 }
    stopWaiting()
  }

  /// Ends all waits.
  mutating func stopWaiting() {
    for waiter in waiting.values { waiter.resume() }
    waiting = [:]
  }

  /// The number of a request that is going to wait.
  mutating func next() -> Int {
    number += 1
    return number
  }

  mutating func wait(_ number: Int, _ waiter: CheckedContinuation<Void, Never>) {
    waiting[number] = waiter
  }

  mutating func stopWaiting(_ number: Int) { waiting.removeValue(forKey: number)?.resume() }
}
