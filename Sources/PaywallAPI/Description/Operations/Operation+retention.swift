import HTTPDocuments
import HTTPTypes

extension Operation {
  package static let retentionPost = Operation(
    method: .post, path: "/v1/appstore/retention", id: "retentionPost", topic: .customers,
    summary: "Answer Apple's requests for retention messages",
    description:
      "The App Store asks what to show to a customer who is about to cancel (Retention Messaging API). The signature is the proof, so no key is asked for. The placement `cancel` is decided for the customer, and its message is answered within 100 ms: with its offer signed, or without the offer. Any doubt is an empty answer, `{}`, with which Apple shows its own message: a request that Apple did not sign for this app, one that is older than five minutes, a customer whom the ledger does not know, a message that Apple did not approve, a ledger that fails or that this server does not have. A `requestIdentifier` has one answer, however often it comes.",
    body: Body(
      schema: .ref(.notification), limit: Limits.notification,
      example: #"{"signedPayload":"eyJhbGciOiJFUzI1NiIsIng1YyI6W…"}"#, isOfAnyType: true),
    answers: [
      .json(
        "The message to show; empty for Apple's own.", retentionAnswer,
        example: #"{"message":{"messageIdentifier":"0f3a1c9e-5b7d-8a21-9c44-d2e6b0a71f35"}}"#)
    ],
    problems: [.verificationBusy, .rateLimited],
    sample: Sample(body: #"{"signedPayload":"{NOTIFICATION}"}"#))

  private static let retentionAnswer = Schema.object([
    .maybe("message", .object([message]), "A text, or a text with an image."),
    .maybe(
      "alternateProduct",
      .object([
        message, .always("productId", .text, "Of the same subscription group."),
        .maybe("billingPlanType", .words(["MONTHLY", "BILLED_UPFRONT"])),
      ]), "Another product to switch to."),
    .maybe(
      "promotionalOffer",
      .object([
        message,
        .maybe("promotionalOfferSignatureV2", .text, "A compact JWS."),
        .maybe(
          "promotionalOfferSignatureV1",
          .object([
            .always("encodedSignature", .text, "DER in Base64."), .always("productId", .text),
            .always("nonce", .text), .always("timestamp", .integer(from: 0), "In milliseconds."),
            .always("keyId", .text), .always("offerIdentifier", .text),
            .maybe("appAccountToken", .text),
          ]), "The older form, of a server whose key has no issuer id."),
      ]), "An offer, signed for this customer."),
  ])

  private static let message = Property.always(
    "messageIdentifier", .text, "The UUID of the message at Apple.")
}
