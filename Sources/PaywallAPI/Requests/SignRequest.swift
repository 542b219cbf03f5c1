import Foundation
package import HTTPDocuments
package import PaywallDecisions

/// The body of `POST /v1/offers/sign`.
package struct SignRequest {
  /// Decided first; its result must include the offer.
  package var placement: String?
  package var product: String
  /// The key of the offer in the configuration, or its App Store Connect identifier.
  package var offer: String
  package var form: SignatureForm
  package var appAccountToken: String?
  package var applicationUsername: String?
  package var transactionId: String?
  package var attributes: [String: RawAttribute]
  package var asker: CustomerQuestion
  /// The caller vouches for the customer's history: only with role `server`.
  package var assertSubscriber: Bool
  /// The proof of the `userId` among the attributes.
  package var userProof: String?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    placement = try members.text("placement")
    product = try members.required("product", "the product's identifier")
    offer = try members.required("offer", "the offer's key or identifier")
    form = try SignatureForm(
      word: try members.required("form", "jws or legacy"), "a form of a signature", field: "form")
    appAccountToken = try members.text("appAccountToken").flatMap {
      PlaceholderId.contains($0) ? nil : $0
    }
    applicationUsername = try members.text("applicationUsername")
    transactionId = try members.text("transactionId")
    attributes = try members.attributes()
    try members.anonymousId(into: &attributes)
    try members.locales(into: &attributes)
    assertSubscriber = try members.boolean("assertSubscriber") ?? false
    asker = try members.customerQuestion()
    userProof = try members.text("userProof")
    try members.refusePreview()
    try members.finish()
    try checkAccount()
    try checkForm()
  }

  /// Refuses a value that the form cannot sign: ignored, it would seem signed.
  private func checkForm() throws(Problem) {
    let unsigned: (field: String, other: SignatureForm)? =
      switch form {
      case .legacy where transactionId != nil: ("transactionId", .jws)
      case .jws where appAccountToken != nil: ("appAccountToken", .legacy)
      case .jws where applicationUsername != nil: ("applicationUsername", .legacy)
      default: nil
      }
    guard let unsigned else { return }
    throw Problem(
      .notInForm,
      "The form \(form.rawValue) does not sign '\(unsigned.field)'; leave it out, or ask for \(unsigned.other.rawValue).",
      field: unsigned.field)
  }

  /// Runs before any grant for it.
  package static func check(appAccountToken: String) throws(Problem) {
    guard UUID(uuidString: appAccountToken) == nil else { return }
    throw Problem(
      .badAppAccountToken, "'appAccountToken' is not a UUID of the form 8-4-4-4-12.",
      field: "appAccountToken")
  }

  private func checkAccount() throws(Problem) {
    if let appAccountToken { try Self.check(appAccountToken: appAccountToken) }
    if let applicationUsername,
      applicationUsername.unicodeScalars.contains(where: \.properties.changesWhenLowercased)
    {
      throw Problem(
        .usernameNotLowercase,
        "The app sends the username in lower case; send and sign a lower-case hash of it.",
        field: "applicationUsername")
    }
    if appAccountToken != nil, applicationUsername != nil {
      throw Problem(
        .conflictingAccounts,
        "A signature names one account: send appAccountToken or applicationUsername.",
        field: "applicationUsername")
    }
  }
}

extension SignRequest {
  /// Used for a server that names no customer.
  package var impliedCustomer: NamedCustomer? {
    appAccountToken.map { NamedCustomer(by: .appAccountToken, value: $0) }
      ?? NamedCustomer(impliedBy: attributes)
  }
}
