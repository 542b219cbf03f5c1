import ArgumentParser
import CommandSupport

/// `local-app-store buy`.
struct AppStoreBuy: ChangesPurchase {
  static let configuration = CommandConfiguration(
    "buy", "Let a customer buy a product, with an offer if they may have it.",
    """
    Without an offer they get the introductory one, if Apple would give it. A promotional offer \
    needs the signature of your server: --jws, or --key-id, --nonce, --timestamp and --signature. \
    A wrong one is refused with the name of the wrong field. Another product of the group is an \
    upgrade, a crossgrade or a downgrade. With --seats one customer pays for several people; more \
    seats than they have are added to the period that runs.
    """,
    examples: "local-app-store buy pro_yearly --customer ada --win-back winback_6m",
    "local-app-store buy pro_monthly --customer ada --promotional loyalty_20 --jws eyJ…",
    "local-app-store buy pro_monthly --customer ada --seats 8")

  @Argument(help: "The id of a product.") var product: String
  @Option("id", "Who buys.") var customer: String
  @Option("uuid", "The account that the app names with the purchase.") var accountToken: String?
  @Option(help: "How many, of a consumable.") var quantity: Int?
  @Option(help: "How many seats there are after the purchase.") var seats: Int?
  @Option("jws", "A signed request that gives or withholds it.") var introductory: String?
  @Option("id", "A promotional offer.") var promotional: String?
  @Option("jws", "Its signature as a compact JWS.") var jws: String?
  @Option("id", "The key of the signature.") var keyId: String?
  @Option("uuid", "The nonce of the signature.") var nonce: String?
  @Option("milliseconds", "The time of the signature.") var timestamp: Int?
  @Option("base64", "The signature.") var signature: String?
  @Option("id", "A win-back offer.") var winBack: String?
  @Option("id", "The offer of a code.") var offerCode: String?
  @Flag(help: "Pay a year by the month, with a commitment to twelve.") var monthly = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    let legacy: [Any?] = [keyId, nonce, timestamp, signature]
    let given = legacy.compactMap(\.self).count
    guard given == 0 || given == legacy.count, given == 0 || jws == nil else {
      throw ValidationError(
        "A signature is --jws, or all of --key-id, --nonce, --timestamp and --signature.")
    }
    guard promotional != nil || (given == 0 && jws == nil) else {
      throw ValidationError("A signature goes with --promotional.")
    }
  }

  var body: StoreBody {
    let legacy = signature.map { signature in
      StoreBody().with("keyId", keyId).with("nonce", nonce).with("timestamp", timestamp)
        .with("signature", signature)
    }
    return purchase.with("appAccountToken", accountToken).with("quantity", quantity)
      .with("seats", seats).with("introductory", introductory).with("promotional", promotional)
      .with("jws", jws).with("signature", legacy).with("winBack", winBack)
      .with("offerCode", offerCode).with("billingPlan", monthly ? "MONTHLY" : nil)
  }
}
