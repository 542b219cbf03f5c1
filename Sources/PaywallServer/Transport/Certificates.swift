package import Logging
import NIOSSL
import OfferSigning
import Synchronization

/// The certificate that new TLS handshakes get. It is read again without a word to connections that
/// stand; what cannot be used never replaces what is.
package final class Certificates: Sendable {
  private let files: TLSFiles
  private let now: @Sendable () -> Int64
  private let logger: Logger
  private let current: Mutex<NIOSSLContext>

  /// - Parameter now: seconds since 1970.
  package init(
    _ files: TLSFiles, logger: Logger, now: @escaping @Sendable () -> Int64
  ) throws(StartError) {
    self.files = files
    self.now = now
    self.logger = logger
    do throws(TLSFiles.Unusable) {
      let loaded = try files.load()
      current = Mutex(loaded.context)
      warn(of: loaded)
    } catch {
      throw StartError.tls(error.description)
    }
  }

  var context: NIOSSLContext { current.withLock { $0 } }

  /// Takes up the files as they are now, or keeps what was and says why.
  ///
  /// - Returns: whether the files could be used.
  @discardableResult
  package func reload() -> Bool {
    do throws(TLSFiles.Unusable) {
      let loaded = try files.load()
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

  /// An old certificate is no reason to be unreachable: who pins or ignores it goes on.
  private func warn(of loaded: TLSFiles.Loaded) {
    if loaded.isKeyOpenToAll {
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

  /// Why they cannot be used, and what to do.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  struct Loaded {
    let context: NIOSSLContext
    /// Seconds since 1970.
    let notAfter: Int64
    /// Whether its mode lets everybody read the key's file. A group may: that is how servers often
    /// get at the keys of others' certificates.
    let isKeyOpenToAll: Bool
  }

  /// TLS 1.3 and nothing before it, HTTP/2 preferred to HTTP/1.1.
  func load() throws(Unusable) -> Loaded {
    let chain = try chain()
    let (key, isKeyOpenToAll) = try privateKey()
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
      context: context, notAfter: Int64(first.notValidAfter), isKeyOpenToAll: isKeyOpenToAll)
  }

  private func chain() throws(Unusable) -> [NIOSSLCertificate] {
    let (text, _) = try contents(of: certificate)
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !chain.isEmpty else {
      throw Unusable(
        description: "\(certificate) holds no certificate in PEM (-----BEGIN CERTIFICATE-----)")
    }
    return chain
  }

  private func privateKey() throws(Unusable) -> (NIOSSLPrivateKey, isOpenToAll: Bool) {
    // Without an answer to the question for a passphrase it would be asked of the terminal.
    let noPassphrase: NIOSSLPassphraseCallback<[UInt8]> = { _ in throw CancellationError() }
    let (text, openTo) = try contents(of: key)
    guard
      let read = try? NIOSSLPrivateKey(
        bytes: Array(text.utf8), format: .pem, passphraseCallback: noPassphrase)
    else {
      throw Unusable(
        description: "\(key) holds no private key in PEM, or one that asks for a passphrase")
    }
    return (read, openTo & 0o004 != 0)
  }

  /// Only of a regular file: a pipe would hold the start up.
  private func contents(of path: String) throws(Unusable) -> (text: String, openTo: UInt32) {
    do throws(SigningKeyError) {
      return try SigningKeyFile.contents(of: path)
    } catch {
      throw Unusable(
        description:
          "\(path) cannot be read; look at its name and who may read it (\(error.message))")
    }
  }
}
