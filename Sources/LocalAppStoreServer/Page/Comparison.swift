import LocalAppStoreClient

/// What the App Store knows of a subscription beside what a ledger believes.
struct Comparison: Sendable {
  var rows: [Row]

  struct Row: Hashable, Sendable {
    var name: String
    var store: String
    /// `nil` if the ledger has nothing to say.
    var ledger: String?
    var differs: Bool
  }

  var differences: Int { rows.count { $0.differs } }

  /// - Parameter ledger: `nil` if the ledger does not know the subscription.
  init(_ card: StoreSubscriptionCard, isEntitled: Bool, _ ledger: LedgerSubscriptionCard?) {
    func row(_ name: String, _ store: String, _ theirs: String?, _ isSame: Bool) -> Row {
      Row(name: name, store: store, ledger: theirs, differs: !isSame)
    }
    rows = [
      row(
        "State", Self.words(card.state), (ledger?.state).map(Self.words),
        card.state == ledger?.state),
      row("Product", card.product, ledger?.product, card.product == ledger?.product),
      row(
        "Expires", MomentText.whole(card.expires), (ledger?.expires).map { MomentText.whole($0) },
        card.expires == ledger?.expires),
      row(
        "Auto-renewal", card.autoRenews ? "on" : "off",
        (ledger?.autoRenews).map { $0 ? "on" : "off" }, card.autoRenews == ledger?.autoRenews),
      row(
        "Entitled", isEntitled ? "yes" : "no", (ledger?.isEntitled).map { $0 ? "yes" : "no" },
        isEntitled == ledger?.isEntitled),
    ]
  }

  /// A state of ``StoreSubscriptionCard`` as people say it.
  static func words(_ state: String) -> String {
    switch state {
    case "gracePeriod": "grace period"
    case "billingRetry": "billing retry"
    default: state
    }
  }
}
