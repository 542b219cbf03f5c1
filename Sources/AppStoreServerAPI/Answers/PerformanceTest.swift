import PaywallCatalog
package import Subscribers

/// Apple's test of how fast a server answers about retention messages.
package struct PerformanceTest: Hashable, Sendable {
  package let result: OpenEnum<Result>
  /// In percent.
  package let successRate: Int?
  package let pending: Int?
  package let times: Times
  /// Numbers of requests that failed, by Apple's word for it.
  package let failures: [String: Int]
  /// The URL that was asked.
  package let target: String?
  package let terms: Terms

  package enum Result: String, CaseIterable, Sendable {
    case pending = "PENDING"
    case pass = "PASS"
    case fail = "FAIL"
  }

  /// How long answers took, in milliseconds.
  package struct Times: Hashable, Sendable {
    package let average: Int?
    package let p50: Int?
    package let p90: Int?
    package let p95: Int?
    package let p99: Int?
  }

  /// The requests of the test, and what passes it.
  package struct Terms: Hashable, Sendable {
    package let concurrentRequests: Int?
    package let requests: Int?
    /// In milliseconds.
    package let duration: Int?
    /// In milliseconds.
    package let responseTime: Int?
    /// In percent.
    package let successRate: Int?
  }
}
