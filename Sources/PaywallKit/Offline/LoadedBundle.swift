import PaywallBundles
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

/// A verified bundle, compiled for decisions.
struct LoadedBundle: Sendable {
  let compiled: CompiledSnapshot
  let issued: Timestamp
  let expires: Timestamp
  /// The bytes that were signed, to recognize a new signature over the same bytes.
  let payload: [UInt8]
  /// The digest of the payload, in hexadecimal digits.
  let digest: String
  private let partial: Set<UTF8Key>

  init(_ bundle: VerifiedBundle, of payload: [UInt8]) {
    self.payload = payload
    digest = Fingerprint.full(of: payload)
    compiled = CompiledSnapshot(bundle.published.snapshot)
    issued = bundle.issued
    expires = bundle.expires
    partial = Set(bundle.published.partialPlacements.map { UTF8Key($0) })
  }

  var release: String { compiled.snapshot.release }

  /// An experiment's unit of assignment; `nil` if the experiment is not public.
  func unit(of experiment: String) -> PaywallCatalog.Unit? {
    compiled.snapshot.experiments[experiment]?.unit
  }

  /// Returns an answer that does not enrol the visitor, who has a variant of an experiment at this
  /// placement that the bundle does not hold. Without ids a decision assigns nothing.
  func answerWithoutEnrolling(
    _ placement: String, _ attributes: [String: AttributeValue], at now: Timestamp,
    as source: (DecisionSource.Bundled) -> DecisionSource
  ) -> PlacementDecision {
    var attributes = attributes
    attributes["anonymousId"] = nil
    attributes["userId"] = nil
    let (answer, _) = answer(placement, attributes, records: [], at: now, as: source)
    return answer.notEnrolled(because: .kept)
  }

  /// True if an experiment is in the bundle.
  func holds(_ experiment: String) -> Bool { compiled.snapshot.experiments[experiment] != nil }

  /// Returns an answer with what it assigns to this visitor, if it assigns.
  func answer(
    _ placement: String, _ attributes: [String: AttributeValue], records: [RecordedAssignment],
    at now: Timestamp, as source: (DecisionSource.Bundled) -> DecisionSource
  ) -> (answer: PlacementDecision, assignment: RecordedAssignment?) {
    // The moment of a valid signature has passed, whatever the device's clock says.
    let now = max(now, issued)
    let visitor = compiled.visitor(attributes.mapValues(\.raw), at: now).visitor
    let decision = compiled.decide(placement, for: visitor, records: records, at: now)
    let bundled = DecisionSource.Bundled(
      release: release, age: now.elapsed(since: issued), isExpired: now >= expires,
      isPartial: partial.contains(UTF8Key(placement)))
    return (
      compiled.placement(decision, for: visitor, source: source(bundled), at: now),
      compiled.assignment(of: decision, for: visitor, records: records, at: now)
    )
  }
}

extension BundleVerifier {
  /// Verifies a bundle at the best known time. If the device's clock is slow, the time is raised to
  /// that of the signature, whose moment has passed.
  ///
  /// - Parameter isSynchronized: true if the server told the time since the app started; the time
  ///   is then not raised.
  func load(
    _ bundle: SignedBundle, at now: Timestamp, isSynchronized: Bool = false
  ) -> Result<LoadedBundle, BundleDistrust> {
    let signed = try? BundleSignature(bundle.signature)
    let certified = try? BundleCertificate(bundle.certificate)
    let latest =
      isSynchronized
      ? now : [now, signed?.issued, certified?.issued].compactMap(\.self).max() ?? now
    return switch verify(bundle, at: latest) {
    case .trusted(let verified), .expired(let verified):
      .success(LoadedBundle(verified, of: bundle.payload))
    case .refused(let distrust): .failure(distrust)
    }
  }
}
