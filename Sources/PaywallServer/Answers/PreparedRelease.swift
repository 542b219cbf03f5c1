package import AppStore
package import Catalog
package import Decisions

/// A snapshot made ready to be answered from: decisions compiled, paywalls written in every
/// locale, keys as bytes. Made once per release and never changed; a request reads it once.
package final class PreparedRelease: Sendable {
  package let compiled: CompiledSnapshot
  package let keys: APIKeys
  package let locales: LocaleIndex
  package let products: PreparedAnswer
  /// By paywall, then in the order of `locales`.
  package let paywalls: [String: [PreparedPaywall]]
  /// By key.
  package let offers: [String: PreparedOffer]
  /// Checks what Apple signed for the app of this snapshot.
  package let verifier: Verifier
  let moments = WrittenMoments()
  /// What may leave the server.
  package let published: PublishedSnapshot
  /// The same for GrowthBook's SDKs.
  package let features: FeaturePayloads
  /// Keys of the offers on what somebody is shown, or was or will be by what is scheduled.
  let offersInService: Set<String>
  /// Placements that have one thing to show.
  let plainPlacements: Set<String>

  /// A certificate of Xcode that turns out to be none takes the Xcode environment away, and nothing
  /// else.
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
  }

  package var snapshot: Snapshot { compiled.snapshot }
  package var release: String { compiled.snapshot.release }
}
