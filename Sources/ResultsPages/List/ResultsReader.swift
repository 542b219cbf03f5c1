package import PaywallCatalog

/// Who reads the pages of a server, signed in.
package struct ResultsReader: Sendable {
  /// Whose purchases the server shows where no other environment is asked for.
  package var usual: AppStoreEnvironment

  package init(usual: AppStoreEnvironment) { self.usual = usual }

  /// The part of an address that asks for an environment; empty for the usual one.
  func query(for environment: AppStoreEnvironment) -> String {
    environment == usual ? "" : "?environment=\(environment.rawValue)"
  }

  /// The values of the row of links on a page that shows an environment.
  ///
  /// - Parameter path: of the page.
  func links(at path: String, showing shown: AppStoreEnvironment) -> [String: PageValue] {
    [
      "home": .text("/results\(query(for: shown))"),
      "environments": PageValue(AppStoreEnvironment.allCases) { environment in
        [
          "name": .text(environment.rawValue), "shown": .flag(environment == shown),
          "to": .text(path + query(for: environment)),
        ]
      },
    ]
  }
}
