import Synchronization

/// A number that only grows; any thread adds to it, without a lock.
package final class MetricCounter: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  package func add(_ amount: Int = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
  package var value: Int { count.load(ordering: .relaxed) }
}

/// A number that goes up and down.
package final class MetricGauge: Sendable {
  private let number: Atomic<Int>

  package init(_ value: Int = 0) { number = Atomic(value) }

  package func set(_ value: Int) { number.store(value, ordering: .relaxed) }
  package func add(_ amount: Int) { number.wrappingAdd(amount, ordering: .relaxed) }
  package var value: Int { number.load(ordering: .relaxed) }
}
