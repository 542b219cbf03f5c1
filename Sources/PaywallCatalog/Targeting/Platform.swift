/// A system that apps run on, by the name that they send.
package enum Platform: String, Hashable, Sendable, CaseIterable {
  case iOS, iPadOS, macOS, tvOS, visionOS, watchOS

  /// Reads the name in any case.
  package init?(spelling name: String) {
    guard let known = Self(rawValue: name) ?? Self.byLowerCase[name.lowercased()] else {
      return nil
    }
    self = known
  }

  private static let byLowerCase = Dictionary(
    allCases.map { ($0.rawValue.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
}
