/// A test of how fast the app's server chooses retention messages, and its result so far.
struct PerformanceTest: Sendable {
  let target: String
  private(set) var times: [Duration] = []
  private(set) var failures: [String: Int] = [:]

  /// Apple's numbers are its own; these end within seven seconds.
  static let config = Config(
    maxConcurrentRequests: 10, totalRequests: 100, totalDuration: 7_000,
    responseTimeThreshold: 700, successRateThreshold: 99)

  /// Times in ms, the rate in percent.
  struct Config: Encodable {
    var maxConcurrentRequests: Int
    var totalRequests: Int
    var totalDuration: Int
    var responseTimeThreshold: Int
    var successRateThreshold: Int
  }

  struct Started: Encodable {
    var config: Config
    var requestId: String
  }

  struct Result: Encodable {
    var config: Config
    var target: String
    var result: String
    var successRate: Int
    var numPending: Int
    var responseTimes: Times
    var failures: [String: Int]
  }

  /// Milliseconds of the requests that succeeded; absent without one.
  struct Times: Encodable {
    var average: Int?
    var p50: Int?
    var p90: Int?
    var p95: Int?
    var p99: Int?
  }

  init(target: String) { self.target = target }

  /// - Parameter failure: in the App Store's spelling; `nil` for a success.
  mutating func add(_ time: Duration, failure: String?) {
    guard let failure else { return times.append(time) }
    failures[failure, default: 0] += 1
  }

  var pending: Int {
    Self.config.totalRequests - times.count - failures.values.reduce(0, +)
  }

  var result: Result {
    let rate = times.count * 100 / Self.config.totalRequests
    let passes = rate >= Self.config.successRateThreshold
    return Result(
      config: Self.config, target: target,
      result: pending > 0 ? "PENDING" : passes ? "PASS" : "FAIL", successRate: rate,
      numPending: pending, responseTimes: responseTimes, failures: failures)
  }

  private var responseTimes: Times {
    let sorted = times.map { Int($0 / .milliseconds(1)) }.sorted()
    guard !sorted.isEmpty else { return Times() }
    /// By the nearest rank.
    func percentile(_ share: Int) -> Int { sorted[(share * sorted.count + 99) / 100 - 1] }
    return Times(
      average: sorted.reduce(0, +) / sorted.count, p50: percentile(50), p90: percentile(90),
      p95: percentile(95), p99: percentile(99))
  }
}
