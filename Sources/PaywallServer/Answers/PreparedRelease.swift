package import AppStore
package import Catalog
package import Decisions

/// A snapshot prepared for requests: decisions compiled, paywalls rendered in every locale, keys as
/// bytes. Made once per release, immutable; a request reads it once.
package final class PreparedRelease: Sendable {
  package let compiled: CompiledSnapshot
  package let keys: APIKeys
  package let locales: LocaleIndex
  package let products: PreparedAnswer
  /// By paywall, in the order of `locales`.
  package let paywalls: [String: [PreparedPaywall]]
  /// By key.
  package let offers: [String: PreparedOffer]
  /// Verifies what Apple signed for this snapshot's app.
  package let verifier: Verifier
  let moments = WrittenMoments()
  let digests = PaywallDigests()
  /// What may leave the server.
  package let published: PublishedSnapshot
  /// The same for GrowthBook's SDKs.
  package let features: FeaturePayloads
  /// Keys of the offers on paywalls shown now, or at another time by a schedule.
  let offersInService: Set<String>
  /// Placements that have one thing to show.
  let plainPlacements: Set<String>
  /// What decisions and claims are counted by.
  let counted: CountedVariants

  /// An invalid Xcode certificate disables the Xcode environment and nothing else.
  package init(_ snapshot: Snapshot, roots: TrustedRoots = .apple) {
    verifier = Verifier(
      AppIdentity(snapshot.app), roots: roots,
      xcodeCertificate: snapshot.app.xcodeCertificateBytes.flatMap { try? XcodeCertificate($0) })
    compiled = CompiledSnapshot(snapshot)
    keys = APIKeys(snapshot.keys)
    let locales = LocaleIndex(snapshot.app.locales)
    self.locales = locales
    offers = snapshot.offers.mapValues(PreparedOffer.init)
    products = PreparedAnswer.products(of: snapshot)
    paywalls = snapshot.paywalls.mapValues { paywall in
      locales.locales.map { PreparedPaywall(paywall, locale: $0, in: snapshot) }
    }
    published = PublishedSnapshot(snapshot)
    features = FeaturePayloads(published)
    offersInService = snapshot.offersInService
    plainPlacements = snapshot.plainPlacements
    counted = CountedVariants(snapshot)
  }

  package var snapshot: Snapshot { compiled.snapshot }
  package var release: String { compiled.snapshot.release }
}
