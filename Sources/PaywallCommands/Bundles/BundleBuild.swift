import ArgumentParser
import BundleWriting
import CommandSupport
import HTTPDocuments
import PaywallBundles
import PaywallCatalog
import PaywallServer
import Serving

/// `paywall bundle build`.
struct BundleBuild: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "build", "Write the signed bundle that an app carries for its first start offline.",
    """
    For CI, before the app is built. The payload depends on the configuration alone, so that a \
    diff of the file shows what changed; the signature and its times are new each time. It is \
    never good for longer than the certificate.
    """,
    examples: "paywall bundle build --out App/paywall-bundle.json \\",
    "  --bundle-key bundle.pem --bundle-certificate bundle.cert")

  @Option(.file, "Where the bundle goes.") var out: String
  @Option(.file, "The private bundle key.") var bundleKey: String
  @Option(.file, "Its certificate by the root key.") var bundleCertificate: String
  @Option(help: "How long it is good: 90d, P1Y. (default: P1Y)") var validFor: Length?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<BundleCard> {
    let published = PublishedSnapshot(try configuration.load(for: console))
    let signer = try signer()
    let (payload, now) = (published.bundleJSON, Timestamp.now())
    let wanted = now.adding(validFor?.period ?? Period(months: 12))
    let signature = signer.sign(
      payload, release: published.snapshot.release, bundleId: published.snapshot.app.bundleId,
      issued: now, expires: wanted)
    guard let signature else {
      let app = signer.certificate.bundleId.map { ", for \($0)" } ?? ""
      throw Failure(
        .no,
        "the certificate does not allow it: it is valid from \(signer.certificate.issued.rfc3339) to \(signer.certificate.expires.rfc3339)\(app)",
        help: "certify the key again with 'paywall bundle key certify'")
    }
    let bundle = SignedBundle(
      payload: payload, signature: signature.text, certificate: signer.certificate.text)
    try KeyFile.replace(out, bundle.file)
    let card = BundleCard(
      published: published, issued: signature.issued, expires: signature.expires,
      root: signer.certificate.root,
      payload: payload.count, whole: bundle.file.count, now: now)
    return .parts(card) { console in
      console.write(card.text(for: console, title: out))
      if validFor != nil,
        signature.expires < Timestamp(milliseconds: wanted.milliseconds / 1000 * 1000)
      {
        console.note("note: it ends with its certificate, earlier than --valid-for asks")
      }
    }
  }

  private func signer() throws(Failure) -> BundleSigner {
    let (key, certificate) = (
      try KeyFile.secret(of: bundleKey), try KeyFile.text(of: bundleCertificate)
    )
    do throws(StartError) {
      return try BundleSigning.signer(
        key: key, bundleKey, certificate: certificate, bundleCertificate)
    } catch {
      guard case .bundleKey(let reason) = error else {
        throw Failure(.failedOutside, error.description)
      }
      throw Failure(.failedOutside, "the bundle cannot be signed: \(reason)")
    }
  }
}
