package import PaywallCatalog

/// Verifies the origin and age of a bundle by the root keys that an app pins.
package struct BundleVerifier: Sendable {
  /// How far a server's clock may be ahead of the device's: 5 minutes.
  package static let tolerance: Int64 = 300_000

  /// Several while a root is replaced by another.
  package let roots: [BundlePublicKey]
  package let bundleId: String

  package init(roots: [BundlePublicKey], bundleId: String) {
    self.roots = roots
    self.bundleId = bundleId
  }

  package func verify(_ bundle: SignedBundle, at now: Timestamp) -> BundleVerdict {
    verify(
      payload: bundle.payload, signature: bundle.signature, certificate: bundle.certificate,
      at: now)
  }

  /// Checks these exact bytes against the two texts.
  package func verify(
    payload: [UInt8], signature: String, certificate: String, at now: Timestamp
  ) -> BundleVerdict {
    do throws(BundleDistrust) {
      let certificate = try trusted(certificate, at: now)
      let signature = try trusted(signature, over: payload, by: certificate, at: now)
      let published = try read(payload)
      guard signature.release.utf8.elementsEqual(published.snapshot.release.utf8) else {
        throw BundleDistrust(
          .otherRelease, "The signature names release \(signature.release), the payload another.")
      }
      guard published.snapshot.app.bundleId.utf8.elementsEqual(bundleId.utf8) else {
        throw BundleDistrust(.otherApp, "The payload is for another app than \(bundleId).")
      }
      let bundle = VerifiedBundle(
        published: published, issued: signature.issued,
        expires: min(signature.expires, certificate.expires),
        kid: signature.kid, root: certificate.root)
      return now < bundle.expires ? .trusted(bundle) : .expired(bundle)
    } catch {
      return .refused(error)
    }
  }

  private func trusted(
    _ text: String, at now: Timestamp
  ) throws(BundleDistrust) -> BundleCertificate {
    let certificate = try BundleCertificate(text)
    guard let root = roots.first(where: { $0.kid == certificate.root }) else {
      throw BundleDistrust(
        .unknownRoot, "The certificate is by the root \(certificate.root), which is not pinned.")
    }
    guard certificate.isSigned(by: root) else {
      throw BundleDistrust(.forgedCertificate, "The root's signature does not fit the certificate.")
    }
    guard certificate.issued <= now.adding(milliseconds: Self.tolerance) else {
      throw BundleDistrust(
        .certificateNotYetValid, "The certificate begins at \(certificate.issued.rfc3339).")
    }
    if let other = certificate.bundleId, !other.utf8.elementsEqual(bundleId.utf8) {
      throw BundleDistrust(
        .certificateForOtherApp, "The certificate is for \(other), not for \(bundleId).")
    }
    return certificate
  }

  private func trusted(
    _ text: String, over payload: [UInt8], by certificate: BundleCertificate, at now: Timestamp
  ) throws(BundleDistrust) -> BundleSignature {
    let signature = try BundleSignature(text)
    guard signature.kid == certificate.key.kid else {
      throw BundleDistrust(
        .otherKey, "The signature is by \(signature.kid), which is not certified.")
    }
    let input = BundleSignature.signingInput(signature.header, payload)
    guard certificate.key.signed(input, signature.signature) else {
      throw BundleDistrust(.forged, "The signature does not fit the payload.")
    }
    guard certificate.issued <= signature.issued, signature.issued < certificate.expires else {
      throw BundleDistrust(
        .signedOutsideCertificate, "It was signed when the certificate was not valid.")
    }
    guard signature.issued <= now.adding(milliseconds: Self.tolerance) else {
      throw BundleDistrust(
        .issuedInFuture,
        "It was signed at \(signature.issued.rfc3339), which is in the future. Check the clock.")
    }
    guard signature.bundleId.utf8.elementsEqual(bundleId.utf8) else {
      throw BundleDistrust(.otherApp, "It is for \(signature.bundleId), not for \(bundleId).")
    }
    return signature
  }

  private func read(_ payload: [UInt8]) throws(BundleDistrust) -> PublishedSnapshot {
    do throws(BundleProblem) {
      return try PublishedSnapshot(bundleJSON: payload)
    } catch {
      throw BundleDistrust(
        error.code == .newerFormat ? .newerFormat : .malformedPayload, error.description)
    }
  }
}
