import AppStore
import AppStoreSync
import Logging
import PaywallAPI
import PaywallCatalog
import Synchronization

extension SyncStatus {
  /// Texts of the App Store that cannot be trusted, of the passes through an environment.
  struct RefusedTexts {
    /// The refusals of the last pass.
    var last = Refusals()
    /// The number of passes in a row with refusals.
    var passes = 0
    /// The reasons that the log has, so that it has each once while it lasts.
    var told: Set<Distrust.Reason> = []
  }

  /// Logs each reason once until a pass without it.
  func noteRefusals(_ report: ReconcileReport) {
    guard report.outcome != .busy else { return }
    let refusals = report.allRefused
    let new = state.withLock { state -> [Refusals.Item] in
      var texts = state.refusals[report.environment] ?? RefusedTexts()
      // A pass that broke off says nothing of the rest.
      if refusals.isEmpty, report.outcome != .done { return [] }
      texts.passes = refusals.isEmpty ? 0 : texts.passes + 1
      texts.last = refusals
      let new = refusals.items.filter { !texts.told.contains($0.reason) }
      texts.told = Set(refusals.items.map(\.reason))
      state.refusals[report.environment] = texts
      return new
    }
    log(
      new, "texts of the App Store cannot be trusted; they are left out, and the others are kept",
      ["environment": "\(report.environment.rawValue)"])
  }

  /// Logs each reason of histories that answers needed once.
  func noteRefusals(_ refusals: Refusals) {
    let new = state.withLock { state in
      refusals.items.filter { state.toldOfHistories.insert($0.reason).inserted }
    }
    log(
      new, "texts of a customer's history cannot be trusted; it is not complete without them", [:])
  }

  private func log(_ items: [Refusals.Item], _ text: Logger.Message, _ more: Logger.Metadata) {
    for item in items {
      logger.error(
        text,
        metadata: more.merging([
          "reason": "\(item.reason.rawValue)", "count": "\(item.count)", "detail": "\(item.detail)",
        ]) { $1 })
    }
  }
}

extension [AppStoreEnvironment: SyncStatus.RefusedTexts] {
  /// The refusals that last over more than one pass.
  var reasons: [ReadinessReason] {
    filter { $0.value.passes > 1 }.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      environment, texts in
      ReadinessReason(
        "textsRefused",
        "\(environment.rawValue): in the App Store's answers, \(texts.last.words); these texts are left out",
        .degrading)
    }
  }
}
