import HTTPTransport
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate on SIGHUP, which a renewal hook sends.
struct CertificateService: Service {
  private let certificates: Certificates

  init(_ certificates: Certificates) { self.certificates = certificates }

  func run() async throws {
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    for await _ in hangUps.cancelOnGracefulShutdown() { certificates.reload() }
  }
}
