import Foundation
package import PaywallCatalog
import X509

/// The period in which a certificate can be used.
package struct CertificateSummary: Hashable, Sendable {
  package var notBefore: Timestamp
  package var notAfter: Timestamp

  /// Reads all certificates in DER, or in PEM with one or several; `nil` if there is none.
  package static func read(_ file: [UInt8]) -> [CertificateSummary]? {
    Certificate.read(file)?.map { certificate in
      CertificateSummary(
        notBefore: Timestamp(milliseconds: milliseconds(certificate.notValidBefore)),
        notAfter: Timestamp(milliseconds: milliseconds(certificate.notValidAfter)))
    }
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970) * 1000
  }
}
