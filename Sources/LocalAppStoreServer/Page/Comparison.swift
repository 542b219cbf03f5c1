import LocalAppStoreClient

/// The App Store's account of a subscription beside the belief of a ledger.
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
    func row<Value: Equatable>(
      _ name: String, _ store: Value, _ theirs: Value?, _ words: (Value) -> String
    ) -> Row {
      Row(
        name: name, store: words(store), ledger: theirs.map(words), differs: store != theirs)
    }
    rows = [
      row("State", card.state, ledger?.state, Self.words),
      row("Product", card.product, ledger?.product, \.self),
      row("Expires", card.expires, ledger?.expires) { MomentText.whole($0) },
      row("Auto-renewal", card.autoRenews, ledger?.autoRenews) { $0 ? "on" : "off" },
      row("Entitled", isEntitled, ledger?.isEntitled) { $0 ? "yes" : "no" },
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
