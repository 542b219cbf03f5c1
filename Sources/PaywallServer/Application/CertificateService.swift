import HTTPTransport
import ServiceLifecycle
import UnixSignals

/// Reads the certificate again on SIGHUP, as a renewal's hook sends it.
struct CertificateService: Service {
  private let certificates: Certificates

  init(_ certificates: Certificates) { self.certificates = certificates }

  func run() async throws {
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    for await _ in hangUps.cancelOnGracefulShutdown() { certificates.reload() }
  }
}
