// The reasons of a server's readiness, and what to do about them.
extension Finding {
  /// - Parameters:
  ///   - weight: the weight of this reason; `nil` from a server that does not send it, whose status
  ///     then counts for every reason.
  static func readiness(
    _ code: String, _ detail: String, weight: String?, status: String
  ) -> Finding {
    let isNote = weight.map { $0 == "note" } ?? (status == "ready")
    return Finding(
      "readiness", isNote ? .warning : .error, "\(code): \(detail)",
      help: nextStep(for: code) ?? "the server's log says more")
  }

  /// Returns the next step; `nil` for a code of a later server.
  static func nextStep(for code: String) -> String? {
    switch code {
    case "reloadFailed", "servingCopy":
      "'paywall check' in the server's folder shows the mistakes, and so does GET /v1/status"
    case "contradictsLedger":
      "GET /v1/status names the experiments: put back what they began with, or 'paywall experiment restart'"
    case "ledgerUnavailable":
      "the server's log says why: look at the disk, at who may write to the file, and at --ledger"
    case "ledgerHangs":
      "look at what else uses the ledger's disk or database, and at whether a transaction on it stands still"
    case "ledgerFileLost":
      "stop the server, put the ledger's file back where --ledger names it, and start the server again"
    case "readOnly":
      "point Apple's notifications, and what apps and your server send, at the server without --read-only"
    case "signingNotConfigured", "throwAwayKey":
      "start the server with --offer-key, --offer-key-id and --issuer-id"
    case "bundleSigningNotConfigured", "throwAwayBundleKey":
      "start the server with --bundle-key and --bundle-certificate; 'paywall bundle key create' makes them"
    case "bundleCertificateEnded", "bundleCertificateEndsSoon":
      "'paywall bundle key certify' makes another, which the server reads by itself"
    case "appleRootReplaced":
      "start the server without --apple-root, unless this is a test with a store of its own"
    case "localAppStore":
      "start the server without --app-store, unless this is for development or CI"
    case "localAppStoreUnreachable":
      "'local-app-store serve' starts the store again, at the address of --app-store"
    case "appStoreSilent": "can the server's machine reach Apple? Its log says more"
    case "appStoreUnauthorized":
      "'paywall doctor' with the server's --app-store-key says which part is wrong"
    case "appStoreBudgetNotKept": "let the server's user write to the state folder"
    case "appStoreBudgetTaken": "restart the server once no command asks Apple for long"
    case "stateFolderIsOpen":
      "'chown -R' the state folder to the server's user, then 'chmod -R go=' it"
    case "stateFilesLost":
      "restart the server, which makes or opens them again; let backups and log rotation copy files instead of moving them"
    case "clockIsBehind":
      "let NTP set the clock of the server's machine ('timedatectl' says whether it does)"
    case "notificationsSilent", "notificationsMissed", "testNotificationMissing":
      "look at the URL in App Store Connect and at what answers there; 'paywall appstore test-notification' shows what Apple meets"
    case "textsRefused":
      "'paywall appstore reconcile' says how many and why; look at bundleId, appAppleId and environments in store/app.yaml"
    case "refundRequestsLate":
      "look at the URL in App Store Connect and at what answers there: Apple's request did not arrive in time"
    case "keyIdsImpossible":
      "copy the ids from App Store Connect: Users and Access, Integrations, In-App Purchase"
    case "refundRequestsFail":
      "'paywall refund explain' says why; Apple waits 12 hours for an answer"
    case "webhookFails":
      "'paywall webhook list' says why; 'paywall webhook test NAME' sends one event now"
    case "exportFails":
      "look at the folder of the export, on a server that has it; 'paywall export --out FOLDER' says more"
    case "refundAnswersNotConfigured":
      "start the server with --app-store-key, --app-store-key-id and --app-store-issuer"
    case "retentionNotApproved":
      "'paywall retention push' uploads messages to Apple, and 'paywall retention pull' writes down what it approved"
    case "experimentAlarm":
      "'paywall experiment results' says what is wrong; decide nothing by that experiment until it is fixed"
    case "nodeClockIsOff":
      "let NTP set the clock of the server's machine and of the database's; 'paywall nodes' shows each server's"
    case "nodeLags": "can the server reach its database? Its log says more"
    case "nodeSecretsDiffer":
      "'paywall nodes' names the secret and the servers: copy one file to all, and restart the others"
    case "boughtAtFullPrice": "'paywall ledger full-price' shows the offers and the purchases"
    case "proxyNotTrusted": "start the server with --trusted-proxies and the proxy's address"
    case "shuttingDown": "wait until it has started again, or look at another"
    default: nil
    }
  }
}

extension [Finding] {
  /// The findings that need a check from outside, all of them skipped.
  static var withoutURL: [Finding] {
    let help = "give --url with the address that apps and Apple have"
    return ["server", "clock", "notifications"].map {
      Finding($0, .skipped, "not checked", help: help)
    }
  }
}
