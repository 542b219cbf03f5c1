package import Logging
import NIOSSL
import Synchronization

/// The certificate of new TLS handshakes. Reloading it does not affect open connections, and files
/// that cannot be used never replace a usable certificate.
package final class Certificates: Sendable {
  private let files: TLSFiles
  private let read: TLSFiles.Reader
  private let now: @Sendable () -> Int64
  private let logger: Logger
  private let current: Mutex<NIOSSLContext>

  /// - Parameters:
  ///   - read: reads regular files only, as a pipe would block the start.
  ///   - now: seconds since 1970.
  package init(
    _ files: TLSFiles, read: @escaping TLSFiles.Reader, logger: Logger,
    now: @escaping @Sendable () -> Int64
  ) throws(TLSFiles.Unusable) {
    self.files = files
    self.read = read
    self.now = now
    self.logger = logger
    let loaded = try files.load(read)
    current = Mutex(loaded.context)
    warn(of: loaded)
  }

  var context: NIOSSLContext { current.withLock { $0 } }

  /// Loads the files again; if they cannot be used, keeps the current certificate and logs why.
  ///
  /// - Returns: whether the files could be used.
  @discardableResult
  package func reload() -> Bool {
    do throws(TLSFiles.Unusable) {
      let loaded = try files.load(read)
      current.withLock { $0 = loaded.context }
      logger.info("certificate reloaded", metadata: ["path": "\(files.certificate)"])
      warn(of: loaded)
      return true
    } catch {
      logger.error(
        "the new certificate cannot be used; the one before is served. Put both files right and send SIGHUP again",
        metadata: ["reason": "\(error)"])
      return false
    }
  }

  /// An expired certificate is a warning: clients that pin it go on working.
  private func warn(of loaded: TLSFiles.Loaded) {
    if loaded.isKeyWorldReadable {
      logger.warning(
        "every user of this machine can read the private key; take their right away, for instance with chmod 640",
        metadata: ["path": "\(files.key)"])
    }
    let seconds = loaded.notAfter - now()
    if seconds < 0 {
      logger.warning(
        "the certificate has expired; clients will refuse it. Renew it and send SIGHUP",
        metadata: ["path": "\(files.certificate)"])
    } else if seconds < 7 * 86_400 {
      logger.warning(
        "the certificate expires soon. Renew it and send SIGHUP",
        metadata: ["path": "\(files.certificate)", "days": "\(seconds / 86_400)"])
    }
  }
}

/// A certificate chain and its private key, as files of PEM.
package struct TLSFiles: Hashable, Sendable {
  /// The server's own certificate first, then those that signed it.
  package var certificate: String
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// The reason why the files cannot be used, and the next step.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Reads a file: its text, and its permission bits for group and others (`0o077`).
  package typealias Reader =
    @Sendable (_ path: String) throws(Unusable) -> (text: String, openTo: UInt32)

  struct Loaded {
    let context: NIOSSLContext
    /// Seconds since 1970.
    let notAfter: Int64
    /// Whether all users may read the key's file. A group may: that is how servers often get access
    /// to a certificate that another service renews.
    let isKeyWorldReadable: Bool
  }

  /// A context for TLS 1.3 only, with HTTP/2 preferred to HTTP/1.1.
  func load(_ read: Reader) throws(Unusable) -> Loaded {
    let chain = try chain(read)
    let (key, isKeyWorldReadable) = try privateKey(read)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv13
    configuration.applicationProtocols = ["h2", "http/1.1"]
    guard let first = chain.first, let context = try? NIOSSLContext(configuration: configuration)
    else {
      throw Unusable(
        description:
          "\(self.key) is not the key of the first certificate in \(certificate); the server's own certificate has to stand first"
      )
    }
    return Loaded(
      context: context, notAfter: Int64(first.notValidAfter), isKeyWorldReadable: isKeyWorldReadable
    )
  }

  private func chain(_ read: Reader) throws(Unusable) -> [NIOSSLCertificate] {
    let (text, _) = try read(certificate)
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !chain.isEmpty else {
      throw Unusable(
        description: "\(certificate) holds no certificate in PEM (-----BEGIN CERTIFICATE-----)")
    }
    return chain
  }

  private func privateKey(
    _ read: Reader
  ) throws(Unusable) -> (NIOSSLPrivateKey, isWorldReadable: Bool) {
    // Without this callback, BoringSSL would ask for the passphrase on the terminal.
    let noPassphrase: NIOSSLPassphraseCallback<[UInt8]> = { _ in throw CancellationError() }
    let (text, openTo) = try read(key)
    guard
      let privateKey = try? NIOSSLPrivateKey(
        bytes: Array(text.utf8), format: .pem, passphraseCallback: noPassphrase)
    else {
      throw Unusable(
        description: "\(key) holds no private key in PEM, or one that asks for a passphrase")
    }
    return (privateKey, openTo & 0o004 != 0)
  }
}
