package import PaywallCatalog

/// The calls an hour that each endpoint may get: Apple's figures, unless scaled or set.
package struct CallBudgets: Hashable, Sendable {
  /// Multiplies Apple's figures.
  package var scale: Double
  /// Calls an hour in production that replace Apple's figure; the sandbox has a tenth.
  package var hourly: [AppStoreEndpoint: Int]

  package init(scale: Double = 1, hourly: [AppStoreEndpoint: Int] = [:]) {
    self.scale = scale
    self.hourly = hourly
  }

  /// Calls an hour; at least one.
  package func calls(_ endpoint: AppStoreEndpoint, in environment: AppStoreEnvironment) -> Int {
    let hour = Double(hourly[endpoint] ?? endpoint.callsPerSecond * 3_600) * scale
    return max(1, Int((environment == .production ? hour : hour / 10).rounded(.down)))
  }
}
