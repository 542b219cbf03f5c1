package import AppStore
import Crypto
package import PaywallCatalog

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// An App Store of our own: signs with the leaf of `pki.json`, whose keys are public, and verifies
/// with a verifier that trusts only its root. TEST ONLY: no other verifier takes what it signs.
///
///     let store = try TestStore()
///     let bought = try store.transaction(["transactionId": "1", "productId": "pro_yearly"])
///
/// Members that a text must carry (`bundleId`, `environment`, `signedDate`, `appAppleId`,
/// `notificationUUID`) are filled in; a member given as `nil` is left out.
package struct TestStore: Sendable {
  package let verifier: Verifier
  /// The environment that texts are of which do not say it.
  package let environment: AppStoreEnvironment
  private let key: P256.Signing.PrivateKey
  private let header: String

  package static let bundleId = "com.example.paywall"
  package static let appAppleId: Int64 = 6_700_000_001
  /// 2026-01-05 10:00:00 UTC: when texts were signed that do not say it.
  package static let moment = Timestamp(milliseconds: 1_767_607_200_000)
  /// 2045-01-01 00:00:00 UTC: the clock that texts are verified by, later than any is signed.
  package static let clock = Timestamp(milliseconds: 2_366_841_600_000)

  package init(
    environment: AppStoreEnvironment = .production,
    serving environments: Set<AppStoreEnvironment> = [.production, .sandbox]
  ) throws {
    let pki = try Vectors.pki()
    self.environment = environment
    verifier = try Verifier(
      AppIdentity(
        bundleId: Self.bundleId, appAppleId: Self.appAppleId, environments: environments),
      roots: [Array(pki.root)])
    key = try P256.Signing.PrivateKey(derRepresentation: pki.leafKey)
    header = try Self.header(x5c: [pki.leaf, pki.intermediate, pki.root])
  }

  /// A JWS header with this chain.
  package static func header(x5c: [Data]) throws -> String {
    let members: [String: JSON] = [
      "alg": "ES256", "x5c": .array(x5c.map { .text($0.base64EncodedString()) }),
    ]
    return try JSONEncoder().encode(members).base64url
  }

  /// Any payload, signed as Apple would.
  package func jws(of payload: [String: JSON]) throws -> String {
    try jws(ofBytes: JSONEncoder().encode(payload))
  }

  /// Any bytes, signed; also under another header, given in base64url.
  package func jws(ofBytes payload: Data, header other: String? = nil) throws -> String {
    let text = "\(other ?? header).\(payload.base64url)"
    let signature = try key.signature(for: Data(text.utf8))
    return "\(text).\(signature.rawRepresentation.base64url)"
  }

  package func transaction(_ members: [String: JSON]) throws -> Verified<Transaction> {
    try verifier.transaction(jws(of: transactionMembers(members)), at: Self.clock).get()
  }

  package func renewalInfo(_ members: [String: JSON]) throws -> Verified<RenewalInfo> {
    try verifier.renewalInfo(jws(of: renewalMembers(members)), at: Self.clock).get()
  }

  package func appTransaction(_ members: [String: JSON]) throws -> Verified<AppTransaction> {
    try verifier.appTransaction(jws(of: appTransactionMembers(members)), at: Self.clock).get()
  }

  package func realtimeRequest(_ members: [String: JSON]) throws -> Verified<RealtimeRequest> {
    let all = filled(
      members,
      [
        "environment": word, "appAppleId": .integer(Self.appAppleId),
        "signedDate": .integer(Self.moment.milliseconds),
      ])
    return try verifier.realtimeRequest(jws(of: all), at: Self.clock).get()
  }

  /// A notification with a `data` section.
  ///
  /// - Parameters:
  ///   - members: further members of the outer payload, such as `notificationUUID`.
  ///   - data: further members of the section, such as `status`.
  package func notification(
    _ type: String, subtype: String? = nil, transaction: [String: JSON]? = nil,
    renewalInfo: [String: JSON]? = nil, members: [String: JSON] = [:], data: [String: JSON] = [:]
  ) throws -> Verified<Notification> {
    let text = try notificationText(
      type, subtype: subtype, transaction: transaction, renewalInfo: renewalInfo, members: members,
      data: data)
    return try verifier.notification(text, at: Self.clock).get()
  }

  /// The same as Apple would post it, for `{"signedPayload": …}`.
  package func notificationText(
    _ type: String, subtype: String? = nil, transaction: [String: JSON]? = nil,
    renewalInfo: [String: JSON]? = nil, members: [String: JSON] = [:], data: [String: JSON] = [:]
  ) throws -> String {
    let section = filled(
      data,
      [
        "environment": word, "bundleId": .text(Self.bundleId),
        "appAppleId": environment == .production ? .integer(Self.appAppleId) : .null,
        "signedTransactionInfo": try transaction.map {
          .text(try jws(of: transactionMembers($0)))
        } ?? .null,
        "signedRenewalInfo": try renewalInfo.map { .text(try jws(of: renewalMembers($0))) }
          ?? .null,
      ])
    return try jws(
      of: filled(
        members,
        [
          "notificationType": .text(type), "subtype": subtype.map(JSON.text) ?? .null,
          "notificationUUID": .text(UUID().uuidString.lowercased()), "version": "2.0",
          "signedDate": .integer(Self.moment.milliseconds), "data": .object(section),
        ]))
  }

  package func transactionMembers(_ members: [String: JSON]) -> [String: JSON] {
    filled(
      members,
      [
        "bundleId": .text(Self.bundleId), "environment": word,
        "signedDate": .integer(Self.moment.milliseconds),
      ])
  }

  package func renewalMembers(_ members: [String: JSON]) -> [String: JSON] {
    filled(members, ["environment": word, "signedDate": .integer(Self.moment.milliseconds)])
  }

  package func appTransactionMembers(_ members: [String: JSON]) -> [String: JSON] {
    filled(
      members,
      [
        "bundleId": .text(Self.bundleId), "receiptType": word,
        "appAppleId": environment == .production ? .integer(Self.appAppleId) : .null,
        "receiptCreationDate": .integer(Self.moment.milliseconds),
      ])
  }

  private func filled(_ members: [String: JSON], _ missing: [String: JSON]) -> [String: JSON] {
    members.merging(missing) { given, _ in given }.filter { $0.value != .null }
  }

  private var word: JSON {
    switch environment {
    case .production: "Production"
    case .sandbox: "Sandbox"
    case .xcode: "Xcode"
    }
  }
}

extension Data {
  /// RFC 4648 section 5, without padding.
  package var base64url: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }
}
