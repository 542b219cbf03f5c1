import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import OfferSigning
import PaywallCatalog

import Serving

/// `paywall offer verify`.
struct OfferVerify: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "verify", "Find out whether a signature is right and, if not, which field is wrong.",
    """
    Give what the app hands to StoreKit. The command tries what usually goes wrong: letter \
    case, separators, DER against raw, double Base64, the wrong key, bundle, product or offer, \
    a timestamp in seconds or older than a day, an empty field. Exits with 1 when the App Store \
    would refuse the signature. A public key is enough.
    """,
    examples: "paywall offer verify --jws \"$JWS\" --offer-key AuthKey.p8 \\",
    "  --offer-key-id 2X9R4HXF34",
    "paywall offer verify loyalty --product pro_yearly --signature \"$SIGNATURE\" \\",
    "  --nonce 86469d8e-b083-4cbe-9f15-388835f34920 --timestamp 1795248000000 \\",
    "  --offer-key AuthKey.p8 --offer-key-id 2X9R4HXF34")

  @Argument(help: "The offer's key in store/offers.yaml; required for the legacy form.")
  var offer: String?
  @Option(help: "The product that the app buys; required for the legacy form.") var product: String?
  @Option(help: "The compact JWS.") var jws: String?
  @Option(help: "Legacy form: the signature, as the app has it.") var signature: String?
  @Option(help: "Legacy form: the nonce.") var nonce: String?
  @Option(help: "Legacy form: the timestamp, in milliseconds.") var timestamp: Int64?
  @Option(help: "Legacy form: the key id that the app names; default: the first --offer-key-id.")
  var keyId: String?
  @OptionGroup var account: OfferCustomerOptions
  @Option(.file, "A key in PEM, private or public; may be repeated.") var offerKey: [String]
  @Option("id", "The key id of each --offer-key, in order.") var offerKeyId: [String]
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require((jws == nil) != (signature == nil), "Give either --jws or --signature.")
    try require(offerKey.count == offerKeyId.count, "Give an --offer-key-id for each --offer-key.")
    try require(
      signature == nil || offer != nil && product != nil && nonce != nil && timestamp != nil,
      "The legacy form needs the offer, --product, --nonce and --timestamp: they were signed.")
  }

  func printed(on console: Console) async throws -> Printed<OfferVerdict> {
    let snapshot = try configuration.load(for: console)
    let verdict = try verdict(in: snapshot)
    return .parts(verdict, status: verdict.isValid ? .fine : .no) { write(verdict, to: $0) }
  }

  private func verdict(in snapshot: Snapshot) throws -> OfferVerdict {
    let keys = try keys()
    let found = try offer.map { try snapshot.offers.named($0, "offer") }
    if let product {
      _ = try snapshot.products.named(product, "product", in: ConfigurationPath.products)
    }
    if let jws {
      let expected = JWSExpectation(
        bundleId: snapshot.app.bundleId, productId: product,
        offerId: found?.kind == .promotional ? found?.id : nil)
      return keys.verify(jws: jws, expecting: expected, at: Date())
    }
    let claimed = LegacySignature(
      keyId: keyId ?? offerKeyId[0], nonce: nonce ?? "", timestamp: timestamp ?? 0,
      signature: signature ?? "")
    let promotional = PromotionalOffer(
      bundleId: snapshot.app.bundleId, productId: product ?? "", offerId: found?.id ?? "")
    let candidates = Candidates(
      productIds: snapshot.products.keys.sorted(),
      offerIds: Set(snapshot.offers.values.flatMap { [$0.id, $0.key] }).sorted())
    return keys.verify(
      claimed, of: promotional, for: account.customer, candidates: candidates, at: Date())
  }

  private func keys() throws -> [VerificationKey] {
    try zip(offerKeyId, offerKey).map { id, path in
      try SigningKey.readable { () throws(SigningKeyError) in
        try VerificationKey(id: id, file: path, passphrase: OfferKeyOptions.passphrase)
      }
    }
  }

  private func write(_ verdict: OfferVerdict, to console: Console) {
    let signer = verdict.signedBy.map { " by key \($0)" } ?? ""
    console.write(
      verdict.isValid
        ? console.good("The signature is right") + "\(signer)."
        : console.bad("The App Store would refuse this signature") + "; it was made\(signer).")
    for finding in verdict.findings {
      let tint = finding.severity == .error ? console.bad : console.notable
      console.write("")
      console.write(tint("\(finding.severity.rawValue): \(finding.field)") + " \(finding.code)")
      console.write("  expected \(finding.expected)")
      console.write("  seen     \(finding.seen)")
      console.write("  help: \(finding.help)")
    }
  }
}

extension OfferVerdict: Card {
  static let members = Members<Self> {
    $0.always("valid", .boolean) { $0.isValid }
    $0.maybe("signedBy", .text, "The id of the key.") { $0.signedBy }
    $0.always("findings", .list(of: Diagnosis.schema)) { $0.findings }
  }
}

extension Diagnosis: Card {
  static let members = Members<Self> {
    $0.always("severity", .words(["error", "warning"])) { $0.severity.rawValue }
    $0.always("code") { $0.code }
    $0.always("field", .text) { $0.field }
    $0.always("expected", .text) { $0.expected }
    $0.always("seen", .text) { $0.seen }
    $0.always("help", .text) { $0.help }
  }
}
