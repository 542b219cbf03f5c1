import HTTPDocuments
package import PaywallCatalog

/// A signed-in reader of a server's pages.
package struct ResultsReader: Sendable {
  /// The environment of the purchases that the server shows if no other one is asked for.
  package var usual: AppStoreEnvironment

  package init(usual: AppStoreEnvironment) { self.usual = usual }

  /// The part of an address that asks for an environment; empty for the usual one.
  func query(for environment: AppStoreEnvironment) -> String {
    environment == usual ? "" : "?environment=\(environment.rawValue)"
  }

  /// The row of links on a page that shows an environment.
  ///
  /// - Parameter path: of the page.
  func links(at path: String, showing shown: AppStoreEnvironment) -> Markup {
    let environments = AppStoreEnvironment.allCases.map { environment -> Markup in
      environment == shown
        ? "<li><b aria-current=\"true\">\(text: environment.rawValue)</b></li>"
        : "<li><a href=\"\(text: path + query(for: environment))\">\(text: environment.rawValue)</a></li>"
    }
    return """
      <nav aria-label="Pages"><a href="/results\(text: query(for: shown))">All experiments</a>
      <a href="/revenue\(text: query(for: shown))">Revenue</a>
      <ul class="facts" aria-label="Environments">\(environments)</ul>
      <form method="post" action="/sign-out"><button>Sign out</button></form></nav>
      """
  }
}
