package import AppStore
import Ledger
package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding
package import Serving

/// A snapshot prepared for requests: decisions compiled, paywalls rendered in every locale, keys as
/// bytes. Made once per release, immutable; a request reads it once.
package final class PreparedRelease: Sendable {
  package let compiled: CompiledSnapshot
  // Stored, not asked of `compiled`: another module's property is copied by each read.
  package let snapshot: Snapshot
  package let release: String
  package let keys: APIKeys
  /// Every placement of the app, in bytewise order.
  let placementIds: [String]
  package let products: PreparedAnswer
  /// By paywall, in the order of the app's locales.
  package let paywalls: [String: [PreparedPaywall]]
  /// By key.
  package let offers: [String: PreparedOffer]
  /// Verifies what Apple signed for this snapshot's app.
  package let verifier: Verifier
  let moments = WrittenMoments()
  let digests = PaywallDigests()
  /// The part of the snapshot that may leave the server.
  package let published: PublishedSnapshot
  /// The same for GrowthBook's SDKs.
  package let features: FeaturePayloads
  /// Keys of the offers on paywalls shown now, or at another time by a schedule.
  let offersInService: Set<String>
  /// Placements that have one thing to show.
  let plainPlacements: Set<String>
  /// The variants by which decisions and claims are counted.
  let counted: CountedVariants
  /// The terms of each experiment's phase.
  private let terms: [PhaseName: FrozenTerms]

  /// An invalid Xcode certificate disables the Xcode environment and nothing else.
  package init(_ snapshot: Snapshot, roots: TrustedRoots = .apple) {
    verifier = Verifier(
      AppIdentity(snapshot.app), roots: roots,
      xcodeCertificate: snapshot.app.xcodeCertificateBytes.flatMap { try? XcodeCertificate($0) })
    compiled = CompiledSnapshot(snapshot)
    self.snapshot = snapshot
    release = snapshot.release
    keys = APIKeys(snapshot.keys)
    placementIds = snapshot.placements.keys.filter { $0 != RetentionMessage.placement }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let locales = compiled.locales
    offers = snapshot.offers.mapValues(PreparedOffer.init)
    products = PreparedAnswer.products(of: snapshot)
    paywalls = snapshot.paywalls.mapValues { paywall in
      locales.map { PreparedPaywall(paywall, locale: $0, in: snapshot) }
    }
    published = PublishedSnapshot(snapshot)
    features = FeaturePayloads(published)
    offersInService = snapshot.offersInService
    plainPlacements = snapshot.plainPlacements
    counted = CountedVariants(snapshot)
    terms = Dictionary(
      snapshot.experiments.values.compactMap { experiment in
        experiment.frozenTerms(in: snapshot).map {
          (PhaseName(experiment.id, experiment.phase), $0)
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The terms of a phase; `nil` if this configuration has another one.
  package func frozenTerms(of experiment: String, phase: Int) -> FrozenTerms? {
    terms[PhaseName(experiment, phase)]
  }
}

extension Snapshot {
  /// Bytewise.
  func hasPlacement(_ name: String) -> Bool {
    placements[name].map { $0.id.hasSameUTF8(as: name) } ?? false
  }

  /// Placements that have one thing to show: no rules, and no experiment that is or was live.
  var plainPlacements: Set<String> {
    var plain = Set(placements.filter { $0.value.rules.isEmpty }.keys)
    for experiment in experiments.values
    where experiment.status != .draft && experiment.status != .archived {
      plain.subtract(experiment.placements)
    }
    return plain
  }
}
