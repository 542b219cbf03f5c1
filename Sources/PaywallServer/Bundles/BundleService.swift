import BundleWriting
import HTTPDocuments
package import Logging
import PaywallAPI
import PaywallBundles
package import PaywallCatalog
import Synchronization

/// Serves the offline bundle: the payload of a release, and the signed pointer to it.
package final class BundleService: Sendable {
  /// Milliseconds before a pointer is signed again.
  static let freshness: Int64 = 60_000
  /// Milliseconds that the clock may go back without a new signature.
  static let backwards: Int64 = 5000
  /// Milliseconds that a signature is valid: a day.
  static let validity: Int64 = 86_400_000

  private let state: Mutex<State>
  /// The payloads of the last releases: a device may hold a minute-old pointer.
  private let payloads = RecentValues<String, BundlePayload>(capacity: 5)

  private struct State: Sendable {
    /// `nil` answers `bundleSigningNotConfigured`.
    var signing: BundleSigning?
    /// How often the key was replaced.
    var replacements = 0
    var pointer: Pointer?
    /// A request is signing.
    var isSigning = false
  }

  /// A signed pointer, encoded.
  struct Pointer: Sendable {
    let release: String
    let issued: Timestamp
    let answer: EncodedBody

    /// Same release, within `span` ms.
    func isGood(for release: String, at now: Timestamp, within span: Int64) -> Bool {
      self.release.utf8.elementsEqual(release.utf8)
        && (-BundleService.backwards..<span).contains(now.milliseconds &- issued.milliseconds)
    }
  }

  package init(_ signing: BundleSigning?) { state = Mutex(State(signing: signing)) }

  /// `nil` answers `bundleSigningNotConfigured`.
  package var signing: BundleSigning? { state.withLock(\.signing) }

  /// Reads the keys of the settings, and logs warnings about them.
  package convenience init(
    _ settings: Settings, bundleId: String, logger: Logger, at now: Timestamp
  ) throws(StartError) {
    self.init(try BundleSigning(settings, bundleId: bundleId, at: now))
    signing?.note(in: logger, at: now)
  }

  /// Takes up the files of the settings; the next pointer is signed by their key. Throws
  /// `StartError.bundleKey`, and signs with the key before then.
  package func reload(
    _ settings: Settings, bundleId: String, logger: Logger, at now: Timestamp
  ) throws(StartError) {
    let signing = try BundleSigning(settings, bundleId: bundleId, at: now)
    signing?.note(in: logger, at: now)
    state.withLock { state in
      state.signing = signing
      state.replacements += 1
      state.pointer = nil
    }
  }

  /// Encodes and caches a release, which clients may request after the next one is served. No
  /// request waits for it. Must not run on an event loop; encodes outside the lock.
  package func keep(_ release: PreparedRelease) { _ = payload(of: release) }

  private func payload(of release: PreparedRelease) -> BundlePayload {
    if let kept = payloads.use(release.release) { return kept }
    let payload = BundlePayload(of: release.published)
    payloads.keep(payload, for: payload.release)
    return payload
  }

  /// The payload of a release, if it is one of the last and has the requested digest.
  func payload(of release: String, sha256: String?) throws(Problem) -> BundlePayload {
    guard let payload = payloads[release],
      sha256.map({ $0.utf8.elementsEqual(payload.sha256.utf8) }) ?? true
    else {
      throw Problem(
        .unknownRelease,
        "This server does not have this bundle of the release, or not any more. Get /v1/bundle again and follow its url."
      )
    }
    return payload
  }

  /// The pointer to the served release, signed at most once a minute by one request; meanwhile,
  /// others get the last one.
  func pointer(to release: PreparedRelease, at now: Timestamp) async throws(Problem) -> EncodedBody
  {
    let (signing, replacements) = state.withLock { ($0.signing, $0.replacements) }
    guard let signing else {
      throw Self.notConfigured(
        "This server has no key to sign bundles with. Start it with --bundle-key and --bundle-certificate."
      )
    }
    if let pointer = lastPointer(to: release.release, at: now) { return pointer }
    // Off the event loop: a large payload takes milliseconds to sign.
    let answer = await Task.detached { [self] in
      signed(payload(of: release), by: signing.signer, at: now)
    }.value
    state.withLock { state in
      state.isSigning = false
      guard let answer, state.replacements == replacements else { return }
      state.pointer = Pointer(release: release.release, issued: now, answer: answer)
    }
    guard let answer else {
      throw Self.notConfigured(
        "The bundle certificate does not allow this app's bundle to be signed now: it ended at \(signing.signer.certificate.expires.rfc3339), or is for another app. Certify the key again; the server reads the file again by itself."
      )
    }
    return answer
  }

  /// The last pointer if it is good; `nil` if the caller must sign one.
  private func lastPointer(to release: String, at now: Timestamp) -> EncodedBody? {
    state.withLock { state in
      let span = state.isSigning ? Self.validity / 2 : Self.freshness
      if let pointer = state.pointer, pointer.isGood(for: release, at: now, within: span) {
        return pointer.answer
      }
      state.isSigning = true
      return nil
    }
  }

  private static func notConfigured(_ detail: String) -> Problem {
    Problem(.bundleSigningNotConfigured, detail)
  }

  private func signed(
    _ payload: BundlePayload, by signer: BundleSigner, at now: Timestamp
  ) -> EncodedBody? {
    guard
      let signature = signer.sign(
        payload.body.bytes, release: payload.release, bundleId: payload.bundleId, issued: now,
        expires: now.adding(milliseconds: Self.validity))
    else { return nil }
    let answer = PreparedAnswer(
      .members(
        ("release", payload.release), ("url", payload.url), ("sha256", payload.sha256),
        ("issued", signature.issued), ("expires", signature.expires),
        ("signature", signature.text), ("certificate", signer.certificate.text),
        ("bytes", payload.count)))
    return EncodedBody(answer.body, etag: answer.etag)
  }
}

extension BundleService {
  /// The reasons that readiness reports.
  func reasons(at now: Timestamp) -> [ReadinessReason] {
    guard let signing else {
      return [ReadinessReason("bundleSigningNotConfigured", "no bundle key was given", .note)]
    }
    if signing.throwAwayRoot != nil {
      return .only(
        "throwAwayBundleKey", "bundles are signed with a key that no app pins", .note)
    }
    let end = signing.signer.certificate.expires
    if end <= now {
      return [ReadinessReason("bundleCertificateEnded", "it ended at \(end.rfc3339)", .degrading)]
    }
    if signing.endsSoon(at: now) {
      return [ReadinessReason("bundleCertificateEndsSoon", "it ends at \(end.rfc3339)", .note)]
    }
    return []
  }
}
