import HTTPDocuments
import LocalAppStore
import OfferSigning

/// Reads the options of a purchase: `appAccountToken`, `quantity`, `seats`, `billingPlan` and one
/// offer, which is `introductory` (a compact JWS), `promotional` with `jws` or `signature`,
/// `winBack` or `offerCode`.
enum OfferReader {
  static func options(of body: inout MemberReader) throws -> PurchaseOptions {
    let token = try body.text("appAccountToken")
    let quantity = try body.number("quantity", 1...10) ?? 1
    let seats = try body.number("seats", 1...SeatTerms.mostSeats)
    let plan = try body.word("billingPlan", StoreBillingPlan.allCases, or: .upFront) { $0.rawValue }
    return PurchaseOptions(
      appAccountToken: token, quantity: quantity, seats: seats, offer: try choice(of: &body),
      billingPlan: plan)
  }

  private static func choice(of body: inout MemberReader) throws -> PurchaseOptions.OfferChoice {
    let introductory = try body.text("introductory")
    let promotional = try body.text("promotional")
    let winBack = try body.text("winBack")
    let code = try body.text("offerCode")
    guard [introductory, promotional, winBack, code].compactMap(\.self).count <= 1 else {
      throw Problem(
        .wrongType, "A purchase has one offer: introductory, promotional, winBack or offerCode.")
    }
    if let introductory { return .introductoryEligibility(jws: introductory) }
    if let promotional { return .promotional(offerId: promotional, try proof(of: &body)) }
    if let winBack { return .winBack(offerId: winBack) }
    return code.map { .offerCode(offerId: $0) } ?? .automatic
  }

  private static func proof(of body: inout MemberReader) throws -> OfferProof {
    if let jws = try body.text("jws") { return .jws(jws) }
    guard let member = body.take("signature") else {
      throw Problem(
        .missingMember,
        "A promotional offer needs 'jws', or 'signature' with keyId, nonce, timestamp and signature.",
        field: "jws")
    }
    var signature = try MemberReader(member.value, called: "signature")
    let proof = OfferProof.legacy(
      LegacySignature(
        keyId: try signature.required("keyId", "the id of the key"),
        nonce: try signature.required("nonce", "a UUID"),
        timestamp: Int64(try signature.whole("timestamp", "milliseconds since 1970")),
        signature: try signature.required("signature", "base64 of the DER signature")))
    try signature.finish()
    return proof
  }
}
