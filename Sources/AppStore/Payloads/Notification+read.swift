import Catalog

extension Notification {
  /// Reads everything but the texts that are signed inside.
  init(
    _ payload: JSONObject, sections: NotificationSections, uuid: String,
    environment: AppStoreEnvironment
  ) {
    self.init(
      uuid: uuid, type: payload.string("notificationType") ?? "",
      subtype: payload.identifier("subtype"), environment: environment,
      signedDate: payload.date("signedDate"), status: sections.data?.int("status"))
    bundleVersion = sections.data?.identifier("bundleVersion")
    consumptionRequestReason = sections.data?.word("consumptionRequestReason")
    extensionSummary = sections.summary.map(ExtensionSummary.init)
    externalPurchaseToken = sections.externalPurchaseToken.map(ExternalPurchaseToken.init)
  }
}

extension ExtensionSummary {
  fileprivate init(_ object: JSONObject) {
    requestIdentifier = object.identifier("requestIdentifier")
    productId = object.identifier("productId")
    storefronts = object.strings("storefrontCountryCodes")
    succeededCount = object.integer("succeededCount")
    failedCount = object.integer("failedCount")
  }
}

extension ExternalPurchaseToken {
  fileprivate init(_ object: JSONObject) {
    id = object.identifier("externalPurchaseId")
    type = object.identifier("tokenType")
    creationDate = object.date("tokenCreationDate")
    expirationDate = object.date("tokenExpirationDate")
  }
}
