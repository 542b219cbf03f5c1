import Ledger
import LedgerStorage
import PaywallCatalog

extension PlainTable {
  /// The purchases with the columns of RevenueCat's scheduled exports, version 5. Null is what the
  /// ledger does not know: taxes, commission, attributes, offerings.
  static func revenueCat(_ snapshot: Snapshot) -> PlainTable {
    PlainTable("transactions", revenueCatColumns, key: ["is_sandbox", "store_transaction_id"]) {
      tables, write in
      let renewals = try PlainRenewals(tables)
      let customers = try SeenCustomers(tables)
      try tables.forEachChain { chain in
        for row in RevenueCatRow.all(of: chain, renewals, customers, in: snapshot) {
          try write(revenueCatColumns.map { row.cells[$0.name] ?? .null })
        }
      }
    }
  }

  private static let revenueCatColumns = contents.map { PlainColumn($0.0, $0.1) }

  private static let contents: [(String, PlainColumn.Content)] = [
    ("rc_original_app_user_id", .id), ("rc_last_seen_app_user_id_alias", .id), ("country", .text),
    ("country_source", .text), ("product_identifier", .text), ("product_display_name", .text),
    ("product_duration", .text), ("start_time", .time), ("end_time", .time),
    ("grace_period_end_time", .time), ("effective_end_time", .time), ("store", .text),
    ("is_auto_renewable", .flag), ("is_trial_period", .flag), ("is_in_intro_offer_period", .flag),
    ("is_sandbox", .flag), ("price_in_usd", .decimal), ("purchase_price_in_usd", .decimal),
    ("takehome_percentage", .decimal), ("tax_percentage", .decimal),
    ("commission_percentage", .decimal), ("store_transaction_id", .id),
    ("original_store_transaction_id", .id), ("refunded_at", .time),
    ("unsubscribe_detected_at", .time), ("billing_issues_detected_at", .time),
    ("purchased_currency", .text), ("price_in_purchased_currency", .decimal),
    ("purchase_price_in_purchased_currency", .decimal), ("entitlement_identifiers", .text),
    ("renewal_number", .number), ("is_trial_conversion", .flag), ("presented_offering", .text),
    ("ownership_type", .text), ("reserved_subscriber_attributes", .text),
    ("custom_subscriber_attributes", .text), ("platform", .text), ("experiment_id", .text),
    ("experiment_variant", .text), ("updated_at", .time), ("offer", .text), ("offer_type", .text),
    ("first_seen_time", .time), ("auto_resume_time", .time),
  ]
}

/// The facts of purchase chains beside their purchases.
struct PlainRenewals {
  /// By the number of a chain.
  private(set) var graceEnds: [Int64: Timestamp] = [:]
  private var events: [Int64: [Event]] = [:]

  struct Event {
    let kind: RenewalEvent.Kind
    let at: Timestamp
  }

  init(_ tables: some SQLTables) throws {
    try tables.forEach(
      """
      SELECT line, grace_period_expires_date FROM renewals
      WHERE grace_period_expires_date IS NOT NULL
      """, []
    ) { graceEnds[$0.int64(0)] = $0.moment(1) }
    try tables.forEach("SELECT line, kind, at FROM renewal_events ORDER BY line, at, kind", []) {
      guard let kind = RenewalEvent.Kind(rawValue: $0.int(1)), let at = $0.moment(2) else { return }
      events[$0.int64(0), default: []].append(Event(kind: kind, at: at))
    }
  }

  /// The events of a chain from a moment on and before another one, the oldest first.
  func events(
    of chain: Int64, from start: Timestamp, until end: Timestamp?
  ) -> [Event] {
    (events[chain] ?? []).filter { event in
      event.at >= start && end.map { event.at < $0 } ?? true
    }
  }
}
