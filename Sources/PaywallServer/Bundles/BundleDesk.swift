import Bundles
package import Catalog
package import Logging
import Synchronization

/// Gives out the offline bundle: the payload of a release, and the pointer that vouches for it.
package final class BundleDesk: Sendable {
  /// Milliseconds that a pointer is used before it is signed anew.
  static let freshness: Int64 = 60_000
  /// Milliseconds that a signature is good for: a day.
  static let validity: Int64 = 86_400_000

  /// `nil` answers `bundleSigningNotConfigured`.
  package let signing: BundleSigning?
  private let state = Mutex(State())

  private struct State: Sendable {
    var shelf = BundleShelf()
    var pointer: Pointer?
  }

  /// A signature over a payload, written down.
  struct Pointer: Sendable {
    let release: String
    let issued: Timestamp
    let answer: PreparedAnswer
  }

  package init(_ signing: BundleSigning?) { self.signing = signing }

  /// The keys of the settings, and what the log should say of them.
  package convenience init(
    _ settings: Settings, bundleId: String, logger: Logger, at now: Timestamp
  ) throws(StartError) {
    self.init(try BundleSigning(settings, bundleId: bundleId, at: now))
    signing?.note(in: logger, at: now)
  }

  /// Keeps what is prepared: it may be asked for when the next release is served already.
  package func keep(_ snapshot: Snapshot) { state.withLock { $0.shelf.keep(snapshot) } }

  /// The bytes of a release, if it is among the last ones, and if they are those that are asked for.
  func payload(of release: String, sha256: String?) throws(Problem) -> BundlePayload {
    let payload = state.withLock { $0.shelf.payload(of: release) }
    guard let payload, sha256.map({ $0.utf8.elementsEqual(payload.sha256.utf8) }) ?? true else {
      throw Problem(
        .unknownRelease,
        "This server does not have this bundle of the release, or not any more. Get /v1/bundle again and follow its url."
      )
    }
    return payload
  }

  /// The pointer to the release that is served, signed at most once a minute.
  func pointer(to release: PreparedRelease, at now: Timestamp) throws(Problem) -> PreparedAnswer {
    guard let signing else {
      throw Self.notConfigured(
        "This server has no key to sign bundles with. Start it with --bundle-key and --bundle-certificate."
      )
    }
    let answer = state.withLock { state -> PreparedAnswer? in
      if let pointer = state.pointer, pointer.release == release.release,
        (0..<Self.freshness).contains(now.milliseconds &- pointer.issued.milliseconds)
      {
        return pointer.answer
      }
      state.shelf.keep(release.snapshot)
      guard let payload = state.shelf.payload(of: release.release),
        let answer = Self.signed(payload, by: signing.signer, at: now)
      else { return nil }
      state.pointer = Pointer(release: release.release, issued: now, answer: answer)
      return answer
    }
    guard let answer else {
      throw Self.notConfigured(
        "The bundle certificate does not allow to sign this app's bundle now: it ended at \(signing.signer.certificate.expires.rfc3339), or is for another app. Certify the key anew and restart the server."
      )
    }
    return answer
  }

  private static func notConfigured(_ detail: String) -> Problem {
    Problem(.bundleSigningNotConfigured, detail)
  }

  private static func signed(
    _ payload: BundlePayload, by signer: BundleSigner, at now: Timestamp
  ) -> PreparedAnswer? {
    guard
      let signature = signer.sign(
        payload.bytes, release: payload.release, bundleId: payload.bundleId, issued: now,
        expires: now.adding(milliseconds: validity))
    else { return nil }
    let json = JSONText { json in
      for (name, value) in [
        ("{\"release\":", payload.release), (",\"url\":", payload.url),
        (",\"sha256\":", payload.sha256), (",\"issued\":", signature.issued.rfc3339),
        (",\"expires\":", signature.expires.rfc3339), (",\"signature\":", signature.text),
        (",\"certificate\":", signer.certificate.text),
      ] {
        json.raw(name.utf8)
        json.string(value)
      }
      json.raw(",\"bytes\":")
      json.integer(payload.bytes.count)
    }
    return PreparedAnswer(open: json.bytes)
  }
}

extension BundleDesk {
  /// What readiness says of it.
  func reasons(at now: Timestamp) -> [(code: String, detail: String)] {
    guard let signing else {
      return [("bundleSigningNotConfigured", "no bundle key was given")]
    }
    if signing.throwAwayRoot != nil {
      return [("throwAwayBundleKey", "bundles are signed with a key that no app pins")]
    }
    let end = signing.signer.certificate.expires
    if end <= now { return [("bundleCertificateEnded", "it ended at \(end.rfc3339)")] }
    if signing.endsSoon(at: now) {
      return [("bundleCertificateEndsSoon", "it ends at \(end.rfc3339)")]
    }
    return []
  }
}
