import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import OfferSigning
import PaywallAPI
import PaywallCatalog

import Serving

/// `paywall offer sign OFFER`.
struct OfferSign: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "sign", "Sign a promotional offer, or an introductory eligibility, by hand.",
    """
    For support and for tests: nothing is verified and no limit is counted, so the signature is \
    given on trust in the owner of the key file. Each signature is good for one purchase \
    attempt. A passphrase is read from PAYWALL_OFFER_KEY_PASSPHRASE.
    """,
    examples: "paywall offer sign loyalty --product pro_yearly \\",
    "  --offer-key AuthKey.p8 --offer-key-id 2X9R4HXF34 \\",
    "  --app-account-token 7e3fb20b-4cdb-47cc-936d-99d65f608138",
    "paywall offer sign trial --product pro_yearly_trial --withhold \\",
    "  --transaction-id 2000000123456789 \\",
    "  --offer-key AuthKey.p8 --offer-key-id 2X9R4HXF34 \\",
    "  --issuer-id 57246542-96fe-1a63-e053-0824d011072a")
  static let answerSchema = Schema.ref(.signature)

  @Argument(help: "The offer's key in store/offers.yaml.") var offer: String
  @Option(help: "The product that it is for.") var product: String
  @Option(
    help: "legacy (four values for StoreKit 1 and 2) or jws (one compact JWS). (default: legacy)")
  var form: Form?
  @OptionGroup var account: OfferCustomerOptions
  @Option(help: "Any transaction id of the customer, or their appTransactionId; for jws.")
  var transactionId: String?
  @Flag(help: "Introductory offers: forbid the offer, or allow it, even a second time.")
  var introductory: Introductory?
  @OptionGroup var key: OfferKeyOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  enum Form: String, ExpressibleByArgument, CaseIterable { case legacy, jws }

  enum Introductory: String, EnumerableFlag { case withhold, allow }

  func validate() throws {
    try require(
      form != .legacy && (form != nil || introductory != nil) || transactionId == nil,
      "The legacy form does not sign a transaction: leave --transaction-id out, or add --form jws.")
    try require(
      form != .jws && introductory == nil || !account.isGiven,
      "A JWS is not tied to an account: leave --app-account-token and --application-username out.")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    let found = try snapshot.offers.named(offer, "offer")
    _ = try snapshot.products.named(product, "product", in: ConfigurationPath.products)
    guard found.products.contains(product) else {
      throw Failure(
        .no, "the offer '\(offer)' is not on the product '\(product)'",
        help: "it is on \(found.products.joined(separator: ", "))")
    }
    let key = try key.key()
    let signed: Signed
    do {
      signed = try sign(found, bundleId: snapshot.app.bundleId, with: key)
    } catch let error as OfferSigningError {
      throw Failure(.no, error.message, help: error.help)
    }
    try signed.write(to: console, asJSON: answer.isJSON)
    console.note(
      "note: signed on trust with key \(key.id); good for one purchase attempt")
  }

  private func sign(
    _ offer: Offer, bundleId: String, with key: SigningKey
  ) throws -> Signed {
    let promotional = PromotionalOffer(
      bundleId: bundleId, productId: product, offerId: offer.id)
    if offer.kind == .promotional, introductory != nil {
      throw Failure(
        .wrongUsage, "'\(offer.key)' is a promotional offer: it is signed or it is not",
        help: "leave --withhold and --allow out; they are for introductory offers")
    }
    switch (offer.kind, form ?? .legacy) {
    case (.promotional, .legacy):
      return .legacy(try key.sign(promotional, for: account.customer, nonce: UUID(), at: Date()))
    case (.promotional, .jws):
      let request = JWSRequest.promotionalOffer(promotional, transactionId: transactionId)
      return .jws(try key.sign(request, nonce: UUID(), at: Date()))
    case (.introductory, _):
      guard let introductory, form != .legacy else {
        throw Failure(
          .wrongUsage, "an introductory offer is allowed or withheld, with a JWS",
          help: "say --withhold or --allow, and leave --form legacy out")
      }
      let request = JWSRequest.introductoryEligibility(
        bundleId: bundleId, productId: product, isAllowed: introductory == .allow,
        transactionId: transactionId ?? "")
      return .jws(try key.sign(request, nonce: UUID(), at: Date()))
    case (.winBack, _), (.offerCode, _):
      throw Failure(
        .no, "a \(offer.kind.rawValue) offer needs no signature",
        help: "the app hands its id to StoreKit, or opens its redemption link")
    }
  }

  /// The signature in the requested form.
  private enum Signed {
    case legacy(LegacySignature)
    case jws(String)

    func write(to console: Console, asJSON: Bool) throws {
      switch self {
      case .legacy(let signature) where asJSON: try console.write(json: signature)
      case .legacy(let signature):
        var sheet = Sheet(console, title: "Signature")
        sheet.row("keyId", signature.keyId)
        sheet.row("nonce", signature.nonce)
        sheet.row("timestamp", String(signature.timestamp))
        sheet.row("signature", signature.signature)
        console.write(sheet.body)
      case .jws(let jws) where asJSON: try console.write(json: ["jws": jws])
      case .jws(let jws): console.write(jws)
      }
    }
  }
}
