import CoreMetrics
import Synchronization

/// One line, or for a histogram one block, of the metrics text.
protocol PrometheusSeries: AnyObject, Sendable {
  func write(_ name: String, labels: String, to text: inout String)
}

final class PrometheusCounter: CounterHandler, PrometheusSeries {
  private let count = Atomic<Int64>(0)

  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }

  func write(_ name: String, labels: String, to text: inout String) {
    text += "\(name)\(labels) \(count.load(ordering: .relaxed))\n"
  }
}

final class PrometheusGauge: MeterHandler, RecorderHandler, FloatingPointCounterHandler,
  PrometheusSeries
{
  private let value = Mutex<Double>(0)

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { self.value.withLock { $0 = value } }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func reset() { set(0.0) }

  func write(_ name: String, labels: String, to text: inout String) {
    text += "\(name)\(labels) \(prometheusNumber(value.withLock { $0 }))\n"
  }
}

/// Times in seconds (or plain values) in buckets from 100 µs to 5 s.
final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusSeries {
  private static let bounds: [Double] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
  ]

  private struct State: Sendable {
    var buckets = [Int64](repeating: 0, count: PrometheusHistogram.bounds.count + 1)
    var sum = 0.0
  }

  private let state = Mutex(State())

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.buckets[bucket] += 1
      state.sum += value
    }
  }

  func write(_ name: String, labels: String, to text: inout String) {
    let state = state.withLock { $0 }
    let inner = labels.isEmpty ? "" : labels.dropFirst().dropLast() + ","
    var total: Int64 = 0
    for (index, count) in state.buckets.enumerated() {
      total += count
      let bound = index < Self.bounds.count ? prometheusNumber(Self.bounds[index]) : "+Inf"
      text += "\(name)_bucket{\(inner)le=\"\(bound)\"} \(total)\n"
    }
    text += "\(name)_sum\(labels) \(prometheusNumber(state.sum))\n"
    text += "\(name)_count\(labels) \(total)\n"
  }
}

/// Whole numbers without a point.
private func prometheusNumber(_ number: Double) -> String {
  Int64(exactly: number).map(String.init) ?? "\(number)"
}
