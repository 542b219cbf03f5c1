package import PaywallDecisions

/// How many attributes of a request were ignored, by cause.
package struct IgnoredAttributes: Hashable, Sendable {
  package var undeclared = 0
  package var mistyped = 0
  /// Query items that name no attribute.
  package var unnamed = 0

  package init(undeclared: Int = 0, unnamed: Int = 0) {
    self.undeclared = undeclared
    self.unnamed = unnamed
  }

  package init(_ issues: [AttributeIssue]) {
    for issue in issues {
      switch issue {
      case .undeclared: undeclared += 1
      case .mistyped: mistyped += 1
      case .reserved: break
      }
    }
  }
}
