import PaywallCatalog
import Subscribers

extension AnswerObject {
  /// The states of a list by identifiers. One that is new to this client is not approved, and reads as
  /// `pending`.
  func states(
    _ list: String, _ identifier: String, _ state: String
  ) throws(AnswerMistake) -> [String: RetentionStates.State] {
    var states: [String: RetentionStates.State] = [:]
    for item in try objects(list) {
      let word = try item.text(state).lowercased()
      states[try item.text(identifier).lowercased()] = .init(rawValue: word) ?? .pending
    }
    return states
  }

  func performanceTest() throws(AnswerMistake) -> PerformanceTest {
    PerformanceTest(
      result: OpenEnum(raw: try text("result")), successRate: try count("successRate"),
      pending: try count("numPending"), times: try object("responseTimes").times(),
      failures: try object("failures")?.counts() ?? [:], target: try optionalText("target"),
      terms: try object("config").terms())
  }

  fileprivate func count(_ name: String) throws(AnswerMistake) -> Int? {
    try whole(name).map(Int.init(clamping:))
  }
}

extension AnswerObject? {
  fileprivate func times() throws(AnswerMistake) -> PerformanceTest.Times {
    PerformanceTest.Times(
      average: try self?.count("average"), p50: try self?.count("p50"),
      p90: try self?.count("p90"), p95: try self?.count("p95"), p99: try self?.count("p99"))
  }

  func terms() throws(AnswerMistake) -> PerformanceTest.Terms {
    PerformanceTest.Terms(
      concurrentRequests: try self?.count("maxConcurrentRequests"),
      requests: try self?.count("totalRequests"), duration: try self?.count("totalDuration"),
      responseTime: try self?.count("responseTimeThreshold"),
      successRate: try self?.count("successRateThreshold"))
  }
}
