package import Foundation
package import HTTPDocuments

package import PaywallCatalog

/// The body of `POST /v1/appstore/extensions`.
package struct RenewalExtensionRequest {
  package var originalTransactionId: String
  /// 1…90.
  package var days: Int
  package var reason: Reason
  /// The id of the request: the same one again extends nothing twice.
  package var requestIdentifier: String
  /// `nil` asks production first.
  package var environment: AppStoreEnvironment?

  /// Apple's reasons.
  package enum Reason: String, CaseIterable, Sendable {
    case undeclared, customerSatisfaction, other, serviceIssue
  }

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    originalTransactionId = try members.required(
      "originalTransactionId", "the subscription to extend")
    guard let days = try members.whole("days", in: 1...90, "a whole number from 1 to 90") else {
      throw MemberReader.missing("days", "1 to 90")
    }
    self.days = days
    reason = try members.word("reason", "a reason") ?? .other
    requestIdentifier = try members.required(
      "requestIdentifier", "a name of this extension; the same one again extends nothing twice")
    guard (1...128).contains(requestIdentifier.utf8.count) else {
      throw Problem(
        .wrongType, "'requestIdentifier' must have 1 to 128 characters.",
        field: "requestIdentifier")
    }
    environment = try members.appleEnvironment()
    try members.finish()
  }
}

/// The body of `POST /v1/appstore/account-tokens`.
package struct AccountTokenRequest {
  package var originalTransactionId: String
  package var appAccountToken: UUID
  package var environment: AppStoreEnvironment?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    originalTransactionId = try members.required(
      "originalTransactionId", "the purchase whose token is set")
    let text = try members.required("appAccountToken", "a UUID")
    guard let token = UUID(uuidString: text) else {
      throw Problem(
        .badAppAccountToken, "'appAccountToken' must be a UUID.", field: "appAccountToken")
    }
    appAccountToken = token
    environment = try members.appleEnvironment()
    try members.finish()
  }
}

extension MemberReader {
  /// `production` or `sandbox`.
  fileprivate mutating func appleEnvironment() throws(Problem) -> AppStoreEnvironment? {
    guard let word = try text("environment") else { return nil }
    switch word {
    case "production": return .production
    case "sandbox": return .sandbox
    default:
      throw Problem(
        .wrongType, "'environment' must be production or sandbox.", field: "environment")
    }
  }
}
