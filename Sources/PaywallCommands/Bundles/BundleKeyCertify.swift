import ArgumentParser
import BundleWriting
import CommandSupport
import HTTPDocuments
import PaywallBundles
import PaywallCatalog

/// `paywall bundle key certify`.
struct BundleKeyCertify: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "certify", "Say with the root key that a bundle key is the team's, for a time.",
    """
    The certificate is no secret. What it certifies may sign until it ends: a stolen bundle key \
    is good for no longer. The public half of the bundle key is enough.
    """,
    examples: "paywall bundle key certify bundle.pem --root-key root.pem --out bundle.cert",
    "paywall bundle key certify bundle.pem --root-key root.pem --out bundle.cert \\",
    "  --valid-for 90d --bundle-id com.example.lumen")

  @Argument(help: ArgumentHelp("The bundle key, private or public.", valueName: "key-file"))
  var key: String
  @Option(.file, "The private root key.") var rootKey: String
  @Option(.file, "Where the certificate goes.") var out: String
  @Option(help: "How long it is valid: 90d, P1Y. (default: P1Y)") var validFor: Length?
  @Option("id", "For this app only; default: every app of the team.") var bundleId: String?
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<CertificateCard> {
    let root = try KeyFile.privateKey(rootKey)
    let now = Timestamp.now()
    let certificate = BundleCertificate.issue(
      for: try KeyFile.publicKey(key), by: root, bundleId: bundleId, issued: now,
      expires: now.adding(validFor?.period ?? Period(months: 12)))
    guard let certificate else {
      throw Failure(
        .wrongUsage, "no certificate can be valid for so long", help: "try --valid-for P1Y")
    }
    try KeyFile.replace(out, Array("\(certificate.text)\n".utf8))
    return Printed(CertificateCard(file: out, certificate: certificate)) { console in
      var sheet = Sheet(console, title: out, subtitle: "a certificate")
      sheet.row("kid", certificate.key.kid)
      sheet.row("root", certificate.root)
      sheet.row("expires", certificate.expires.rfc3339)
      sheet.row("app", certificate.bundleId ?? "every app of the team")
      return sheet.body
    }
  }
}

/// A certificate as it is printed.
struct CertificateCard: Card {
  let file: String
  let certificate: BundleCertificate

  static let members = Members<Self> {
    $0.always("file", .text) { $0.file }
    $0.always("kid", .text, "Of the bundle key.") { $0.certificate.key.kid }
    $0.always("root", .text, "The id of the root key.") { $0.certificate.root }
    $0.always("issued", .moment) { $0.certificate.issued.rfc3339 }
    $0.always("expires", .moment) { $0.certificate.expires.rfc3339 }
    $0.maybe("bundleId", .text, "Absent for every app of the team.") { $0.certificate.bundleId }
  }
}
