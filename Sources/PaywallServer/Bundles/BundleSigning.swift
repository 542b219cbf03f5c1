package import BundleWriting
import Logging
import OfferSigning
package import PaywallBundles
package import PaywallCatalog

/// The key that this process signs bundles with, and the certificate that makes apps trust it.
package struct BundleSigning: Sendable {
  package let signer: BundleSigner
  /// The root of a throw-away key; an app under development can pin it.
  package let throwAwayRoot: BundlePublicKey?

  package init(signer: BundleSigner, throwAwayRoot: BundlePublicKey? = nil) {
    self.signer = signer
    self.throwAwayRoot = throwAwayRoot
  }

  /// Uses the key of the settings, or a throw-away key if the server listens on loopback only.
  /// `nil` if it answers `bundleSigningNotConfigured`.
  package init?(
    _ settings: Settings, bundleId: String, at now: Timestamp
  ) throws(StartError) {
    guard let keyFile = settings.bundleKey, let certificateFile = settings.bundleCertificate else {
      guard settings.isLoopback else { return nil }
      self.init(throwAwayAt: now)
      return
    }
    let signer = try Self.signer(
      key: try Self.secret(of: keyFile), keyFile, certificate: try Self.text(of: certificateFile),
      certificateFile)
    let certificate = signer.certificate
    guard now < certificate.expires else {
      throw .bundleKey(
        "\(certificateFile) ended at \(certificate.expires.rfc3339)\nhelp: certify the key again with 'paywall bundle key certify'"
      )
    }
    guard certificate.issued <= now.adding(milliseconds: BundleVerifier.tolerance) else {
      throw .bundleKey(
        "\(certificateFile) begins at \(certificate.issued.rfc3339), which is in the future\nhelp: check the clock of this machine"
      )
    }
    if let other = certificate.bundleId, !other.utf8.elementsEqual(bundleId.utf8) {
      throw .bundleKey(
        "\(certificateFile) is for \(other), and the configuration is of \(bundleId)\nhelp: certify a key for this app"
      )
    }
    self.init(signer: signer)
  }

  /// Keys that end with the process.
  private init?(throwAwayAt now: Timestamp) {
    let (root, key) = (BundlePrivateKey.generated(), BundlePrivateKey.generated())
    guard let publicKey = key.publicKey,
      let certificate = BundleCertificate.issue(
        for: publicKey, by: root, bundleId: nil, issued: now.adding(milliseconds: -1000),
        expires: now.adding(milliseconds: 365 * 86_400_000)),
      let signer = BundleSigner(key: key, certificate: certificate)
    else { return nil }
    self.init(signer: signer, throwAwayRoot: root.publicKey)
  }

  /// A signer from the texts of its two files, which errors name.
  package static func signer(
    key: String, _ keyFile: String, certificate: String, _ certificateFile: String
  ) throws(StartError) -> BundleSigner {
    guard let key = BundlePrivateKey(pem: key) else {
      throw .bundleKey(
        "\(keyFile) holds no private key on P-256 in PEM\nhelp: make one with 'paywall bundle key create'; a key with a passphrase cannot be used"
      )
    }
    let read: BundleCertificate
    do throws(BundleDistrust) {
      read = try BundleCertificate(file: certificate)
    } catch {
      throw .bundleKey("\(certificateFile): \(error.detail)")
    }
    guard let signer = BundleSigner(key: key, certificate: read) else {
      throw .bundleKey(
        "\(certificateFile) is for the key \(read.key.kid), and \(keyFile) holds \(key.publicKey?.kid ?? "another")\nhelp: give the two files that 'paywall bundle key' made together"
      )
    }
    return signer
  }

  /// A private key file's text; only its owner may read it.
  package static func secret(of path: String) throws(StartError) -> String {
    do throws(SigningKeyError) {
      return try SigningKeyFile.secret(of: path)
    } catch {
      throw .bundleKey(error.ofBundleKey)
    }
  }

  private static func text(of path: String) throws(StartError) -> String {
    do throws(SigningKeyError) {
      return try SigningKeyFile.contents(of: path).text
    } catch {
      throw .bundleKey(error.ofBundleKey)
    }
  }

  /// Logs the facts that the engineer on call must know at start.
  func note(in logger: Logger, at now: Timestamp) {
    if let throwAwayRoot {
      logger.warning(
        "bundles are signed with a throw-away key, which no app pins. Give --bundle-key and --bundle-certificate",
        metadata: ["root": "\(throwAwayRoot.pinned)"])
    } else if endsSoon(at: now) {
      logger.warning(
        "the bundle certificate ends soon; certify the key again with 'paywall bundle key certify'",
        metadata: ["expires": "\(signer.certificate.expires.rfc3339)"])
    }
  }

  /// In fewer than 30 days.
  func endsSoon(at now: Timestamp) -> Bool {
    signer.certificate.expires < now.adding(milliseconds: 30 * 86_400_000)
  }
}

extension SigningKeyError {
  /// The mistake of a bundle key's file, and the next step.
  fileprivate var ofBundleKey: String {
    guard case .readableByOthers(let path, _) = self else {
      return "\(message)\nhelp: give the path of a PEM file that this user may read"
    }
    return "\(message)\nhelp: it may have been read already; at least run 'chmod 600 \(path)'"
  }
}
