package import PaywallCatalog

extension Verifier {
  /// The same verifier for texts of one of its environments.
  package func only(_ environment: AppStoreEnvironment) -> Verifier {
    var verifier = self
    verifier.identity.environments.formIntersection([environment])
    return verifier
  }
}
