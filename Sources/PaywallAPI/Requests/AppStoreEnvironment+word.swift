package import HTTPDocuments
package import PaywallCatalog

extension AppStoreEnvironment {
  /// The environment of this name in any case, in a member, an attribute or a query item.
  package init(word: String, field: String) throws(Problem) {
    guard let environment = Self(spelling: word) else {
      let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.wrongType, "'\(word)' is not an environment; use \(words).", field: field)
    }
    self = environment
  }
}
