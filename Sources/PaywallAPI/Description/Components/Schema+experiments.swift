import HTTPDocuments
import Ledger

extension Schema {
  static let exposureBatch = question([
    attributesOfQuestion, locales, userProof,
    .always(
      "exposures", list(of: ref(.exposureClaim), atMost: Limits.exposures),
      "The paywalls that one visitor was shown."),
    .maybe(
      "sentAt", anything,
      "When the request was sent, RFC 3339, by the clock of the device, read just before: every `at` is corrected by its difference from the server's clock. Ignored, and counted, if it is no time or more than 366 days off."
    ),
  ])

  /// Open on purpose: a mistake in one claim is reported for it alone.
  static let exposureClaim: Schema = [
    "type": "object",
    "description":
      "A paywall that was rendered for the reason `experiment`, or with `heldOutOf`. A faulty claim has the outcome `invalid` and spoils no other; only a claim without an `id` refuses the request.",
    "required": ["id"],
    "properties": [
      "id": text(from: 1, to: Limits.value).described(
        "A name of this exposure and no other, so that it counts once."
      ).content,
      "experiment": ["description": "The experiment's id: a text, needed."],
      "heldOut": [
        "description":
          "`true` if the answer had `heldOutOf`, whose `id` and `phase` are the experiment's: then `placement` is needed, and there is no `variant`."
      ],
      "variant": ["description": "The variant's name: a text, needed without `heldOut`."],
      "phase": ["description": "The number of the phase, from 1: needed."],
      "placement": ["description": "The placement that rendered it: a text."],
      "at": ["description": "When it was rendered, RFC 3339, by the clock of the device: needed."],
      "shown": shownPaywall.content,
    ],
  ]

  /// Open on purpose: a value that cannot be used counts as not sent.
  private static let shownPaywall: Schema = [
    "description":
      "The rendered paywall, for results. Each member is optional; one that cannot be used is counted as unknown, and spoils nothing.",
    "properties": [
      "paywall": ["description": "The paywall's id."],
      "content": [
        "description":
          "The first 16 bytes of SHA-256 in lower-case hexadecimal digits, over the value of `content` as the answer of the placement had it, byte for byte."
      ],
      "products": ["description": "The same digest, of the value of `productIds`."],
      "product": ["description": "The selected product's identifier in the App Store."],
      "price": [
        "description":
          "The price that StoreKit displayed for `product`, a whole number of milliunits: 4990 is 4.99."
      ],
      "currency": ["description": "The currency of `price`, ISO 4217 in capital letters: `EUR`."],
      "introductoryEligible": ["description": "StoreKit's `isEligibleForIntroOffer`: a boolean."],
    ],
  ]

  static let exposureOutcomes = object([
    .always("exposures", [ExposureAnswer].schema, "One for each claim, in their order.")
  ])

  static let aliasOutcome = object([
    .always(
      "outcome", words(AliasOutcome.allCases.filter(\.isJoined).map(\.rawValue)),
      "`already` changed nothing.")
  ])
}
