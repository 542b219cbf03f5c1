package import PaywallCatalog
package import Subscribers

/// The payload of a signed app transaction: one Apple Account downloaded the app.
package struct AppTransaction: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  /// The customer. Absent in texts that were signed before 2025.
  package var appTransactionId: String?
  /// When it was signed (`receiptCreationDate`).
  package var signedDate: Timestamp?
  package var originalPurchaseDate: Timestamp?
  package var originalApplicationVersion: String?
  /// The version that requested this copy.
  package var applicationVersion: String?
  package var preorderDate: Timestamp?
  package var originalPlatform: OpenEnum<Platform>?
  /// When Apple took the app back.
  package var revocationDate: Timestamp?
  package var storeType: OpenEnum<StoreType>?

  /// The platform on which the app was first bought, in the App Store's spelling.
  package enum Platform: String, CaseIterable, Sendable {
    case iOS, macOS, tvOS, visionOS
    /// Distributed by an organization.
    case managed
  }

  /// The kind of store, in the spelling of StoreKit; any other spelling is kept too.
  package enum StoreType: String, CaseIterable, Sendable {
    case consumer, education, enterprise
  }

  package var acquisition: Acquisition {
    Acquisition(
      signedDate: signedDate ?? Timestamp(milliseconds: 0), revocationDate: revocationDate,
      storeType: storeType?.raw, platform: originalPlatform?.raw)
  }
}

extension AppTransaction {
  /// Reads what AppleFacts.md § 3 lists; every member may be missing.
  init(_ object: JSONObject, environment: AppStoreEnvironment) throws(Distrust) {
    try self.init(
      environment: environment, appTransactionId: object.identifier("appTransactionId"),
      signedDate: object.date("receiptCreationDate"),
      originalPurchaseDate: object.date("originalPurchaseDate"),
      originalApplicationVersion: object.identifier("originalApplicationVersion"))
    applicationVersion = object.identifier("applicationVersion")
    preorderDate = try object.date("preorderDate")
    originalPlatform = object.word("originalPlatform")
    revocationDate = try object.date("revocationDate")
    storeType = object.word("storeType")
  }
}
