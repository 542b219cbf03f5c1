package import PaywallCatalog

/// The health of one environment of Apple's API.
package struct ClientHealth: Hashable, Sendable {
  package let environment: AppStoreEnvironment
  package let condition: Condition

  package enum Condition: Hashable, Sendable {
    case answering
    /// The last calls got no answer; the next one is made then.
    case silent(until: Timestamp)
    /// The last calls were refused with a bare 401; the next one is made then.
    case unauthorized(until: Timestamp)
  }
}
