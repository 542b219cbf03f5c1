import PaywallCatalog

extension Notification {
  /// Reads everything but the texts that are signed inside.
  init(
    _ payload: JSONObject, sections: NotificationSections, uuid: String,
    environment: AppStoreEnvironment
  ) throws(Distrust) {
    try self.init(
      uuid: uuid, type: payload.string("notificationType") ?? "",
      subtype: payload.identifier("subtype"), environment: environment,
      signedDate: payload.date("signedDate"), status: sections.data?.int("status"))
    unclaimedSeats = sections.unclaimInfo.flatMap(UnclaimedSeats.init)
    unknownSections = sections.unknown.filter { unclaimedSeats == nil || $0 != "unclaimInfo" }
    bundleVersion = sections.data?.identifier("bundleVersion")
    consumptionRequestReason = sections.data?.word("consumptionRequestReason")
    extensionSummary = sections.summary.map(ExtensionSummary.init)
    externalPurchaseToken = try sections.externalPurchaseToken.map { token throws(Distrust) in
      try ExternalPurchaseToken(token)
    }
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

extension UnclaimedSeats {
  fileprivate init?(_ object: JSONObject) {
    claimIds = object.strings("unclaimSeatIds")?.filter { !$0.isEmpty } ?? []
    originalTransactionId = object.identifier("originalTransactionId")
    if claimIds.isEmpty { return nil }
  }
}

extension ExternalPurchaseToken {
  fileprivate init(_ object: JSONObject) throws(Distrust) {
    id = object.identifier("externalPurchaseId")
    type = object.identifier("tokenType")
    creationDate = try object.date("tokenCreationDate")
    expirationDate = try object.date("tokenExpirationDate")
  }
}
