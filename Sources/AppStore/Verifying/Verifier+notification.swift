package import PaywallCatalog

extension Verifier {
  /// The `signedPayload` that the App Store posts, with every text inside.
  package func notification(_ compact: String, at now: Timestamp) -> Verdict<Notification> {
    Verdict { () throws(Distrust) in
      try notification(CompactText(compact, limit: CompactText.notificationLimit), at: now)
    }
  }

  /// Checks the outer text, the app that its section names, and each nested text separately. The
  /// outer signature proves nothing about nested texts.
  func notification(
    _ text: CompactText, at now: Timestamp
  ) throws(Distrust) -> Verified<Notification> {
    let opened = try open(text, as: .notification, now: now)
    let sections = try NotificationSections(opened.payload)
    let owner = try environment(of: sections, signedBy: opened.authority)
    try identity.check(namesBesideSectionsOf: opened.payload)
    guard let uuid = opened.payload.identifier("notificationUUID") else {
      throw Distrust(
        .missingMember, "notificationUUID is missing, so a repeat could not be told from news")
    }
    guard let environment = owner else {
      throw Distrust(
        UnownedNotification(
          uuid: uuid, type: opened.payload.string("notificationType") ?? "",
          signedDate: try opened.payload.date("signedDate"), text: opened.text))
    }
    var notification = try Notification(
      opened.payload, sections: sections, uuid: uuid, environment: environment)

    var inside = self
    inside.identity.environments = [environment]
    notification.transaction = try read(.signedTransactionInfo, in: sections.data) {
      text throws(Distrust) in try inside.transaction(text, at: now)
    }
    notification.renewalInfo = try read(.signedRenewalInfo, in: sections.data) {
      text throws(Distrust) in try inside.renewalInfo(text, at: now)
    }
    notification.appTransaction = try read(.signedAppTransactionInfo, in: sections.appData) {
      text throws(Distrust) in try inside.appTransaction(text, at: now)
    }
    return Verified(notification, text: opened.text)
  }

  private func read<Payload>(
    _ field: SignedField, in section: JSONObject?,
    by check: (CompactText) throws(Distrust) -> Verified<Payload>
  ) throws(Distrust) -> Verified<Payload>? {
    guard let section, !section.lacks(field.rawValue) else { return nil }
    guard let text = section.text(field.rawValue) else {
      throw Distrust(.wrongType, "it is there and no string, so not a compact JWS").about(field)
    }
    do {
      return try check(CompactText(text, limit: CompactText.limit))
    } catch {
      throw error.about(field)
    }
  }

  /// The environment that every section names, each of this app; `nil` if no section names an app.
  /// Apple sends exactly one section; if there are several, all must agree.
  private func environment(
    of sections: NotificationSections, signedBy authority: Authority
  ) throws(Distrust) -> AppStoreEnvironment? {
    var found: AppStoreEnvironment?
    for (section, word) in sections.claims {
      try identity.check(bundleIdOf: section)
      let environment = try identity.environment(word, signedBy: authority)
      try identity.check(appAppleId: section.integer("appAppleId"), in: environment)
      guard found == nil || found == environment else {
        throw Distrust(.wrongEnvironment, "its sections are of different environments")
      }
      found = environment
    }
    return found
  }
}
