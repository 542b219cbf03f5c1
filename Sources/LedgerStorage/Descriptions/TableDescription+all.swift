import Ledger
import PaywallCatalog
import Serving

extension TableDescription {
  /// All tables with what a ledger keeps. A row comes after those that it refers to, and an export
  /// has them in this order. `ExportTests` and `MoveTests` compare the list with the schemas.
  package static let all = [
    texts, customers, grants, phases, interned, exposures, visitors, served, counts, erased,
    refunds,
  ].flatMap(\.self)

  private static let texts: [TableDescription] = [
    .derived("headers", .key(.number, "id"), .cell(.plain, "text")),
    // Notifications of erased people have no text any more.
    TableDescription("notifications", .key(.text, "uuid")),
    TableDescription("apple_accounts", .number),
    TableDescription(
      "customers", .derived(.serial, "number"), .environment,
      .derived(.text, "app_transaction_id"), .cell(.moment, "complete_at"),
      .cell(.number, "apple_account"),
      .derived(.moment, "acquisition_signed_at", "acquisition_revoked_at"),
      .derived(.text, "store_type", "platform"),
      where: "t.complete_at IS NOT NULL OR t.apple_account IS NOT NULL OR (\(isOnlyNamed))"),
    .derived(
      "lines", .number, .environment, .key(.text, "original_transaction_id"), .customer,
      .cell(.moment, "decided_at"), .cell(.flag, "has_purchases")),
    .derived(
      "facts", .number, .key(.number, "kind"), .environment, .chain, .customer,
      .key(.moment, "signed_at", "received_at"), .key(.number, "header"),
      .key(.part, "payload", "signature"), .key(.bytes, "digest")),
    .derived(
      "transactions", .chain, .key(.text, "transaction_id"), .cell(.moment, "signed_at"),
      .cell(.text, "app_transaction_id", "product_id", "group_id"),
      .cell(.word, "type", "ownership", "reason"),
      .cell(.moment, "purchase_date", "original_purchase_date", "expires_date"),
      .cell(.text, "app_account_token"), .cell(.number, "quantity", "price"),
      .cell(.word, "currency", "storefront"), .cell(.number, "offer_kind"),
      .cell(.text, "offer_id"), .cell(.word, "offer_discount", "offer_period"),
      .cell(.flag, "is_upgraded"), .cell(.moment, "revocation_date"),
      .cell(.number, "revocation_reason"), .cell(.word, "revocation_type"),
      .cell(.number, "revocation_percentage"), .cell(.text, "web_order_line_item_id"),
      .cell(.word, "additional_reason", "billing_plan"),
      .cell(.plain, "commitment", "seats", "seat_revocations"),
      .cell(.text, "previous_original_transaction_id"), .cell(.plain, "bundle"),
      .cell(.moment, "refunded_at")),
    .derived(
      "renewals", .chain, .cell(.moment, "signed_at"),
      .cell(.text, "app_transaction_id", "product_id", "auto_renew_product_id"),
      .cell(.flag, "auto_renews"), .cell(.moment, "renewal_date"),
      .cell(.number, "renewal_price"), .cell(.word, "currency"),
      .cell(.moment, "recent_start_date"), .cell(.number, "expiration_intent"),
      .cell(.flag, "is_in_billing_retry"), .cell(.moment, "grace_period_expires_date"),
      .cell(.number, "price_increase_status", "offer_kind"), .cell(.text, "offer_id"),
      .cell(.plain, "eligible_win_back_offer_ids"), .cell(.text, "app_account_token"),
      .cell(.number, "renewal_quantity"), .cell(.plain, "seats"), .cell(.word, "billing_plan"),
      .cell(.plain, "commitment", "bundle")),
    .derived("renewal_events", .chain, .key(.number, "kind"), .key(.moment, "at")),
    .derived("tokens", .key(.text, "token"), .chain),
    .derived("purchase_changes", .number, .customer, .chain, .key(.text, "purchase")),
  ]

  private static let customers: [TableDescription] = [
    TableDescription(
      "links", .environment, .key(.text, "user"), .cell(.moment, "linked_at"), .customer),
    TableDescription("remnants", .number, .key(.number, "apple_account")),
    TableDescription(
      "remnant_ids", .key(.bytes, "hash"), .key(.number, "remnant"),
      .cell(.moment, "erased_at")),
    TableDescription(
      "marks", .key(.number, "remnant", "kind"), .key(.text, "subject"), .key(.moment, "at")),
    TableDescription(
      "history_fetches", .cell(.plain, "revision"), .cell(.flag, "is_whole"),
      .cell(.number, "skipped"), .cell(.moment, "wanted_at", "finished_at"), .customer),
    TableDescription(
      "jobs", .key(.plain, "name"), .cell(.plain, "holder"), .cell(.moment, "held_until"),
      .cell(.plain, "progress")),
    TableDescription(
      "kept_aside", .number, .key(.plain, "uuid"), .cell(.plain, "type"),
      .cell(.moment, "signed_at", "received_at"), .cell(.number, "bytes"),
      .cell(.plain, "content")),
    TableDescription(
      "webhook_endpoints", .key(.plain, "name"), .cell(.plain, "url", "events", "environments"),
      .cell(.flag, "takes_history"), .cell(.moment, "added_at"), .cell(.flag, "is_active"),
      .cell(.number, "failures"), .cell(.moment, "next_at", "gone_at"),
      .cell(.plain, "last_failure"), .cell(.moment, "delivered_at"), .cell(.number, "round")),
    TableDescription(
      "webhook_events", .number, .key(.plain, "endpoint", "id"), .chain, .cell(.plain, "type"),
      .cell(.moment, "at", "received_at"), .cell(.plain, "data"), .cell(.flag, "is_historical"),
      .cell(.number, "state", "attempts"), .cell(.moment, "next_at", "failed_since"),
      .cell(.plain, "last_failure"), .cell(.moment, "delivered_at"), .customer),
    TableDescription(
      "webhook_products", .key(.plain, "id"), .cell(.plain, "type", "period", "entitlements")),
    TableDescription(
      "webhook_entitlements", .cell(.plain, "entitlements"), .cell(.moment, "next_at"), .customer),
    TableDescription(
      "given_access", .number, .environment, .key(.text, "id"), .key(.plain, "source"),
      .cell(.text, "entitlement", "product"), .cell(.moment, "until"),
      .cell(.text, "reason", "giver"), .cell(.moment, "given_at", "revoked_at"),
      .cell(.number, "price"), .cell(.text, "currency"), .customer),
    // They are of use for minutes.
    .derived(
      "retention_answers", .key(.plain, "request"), .cell(.moment, "answered_at"),
      .cell(.plain, "body"), .customer),
    TableDescription(
      "balance_postings", .number, .environment, .key(.text, "original_transaction_id"),
      .key(.plain, "currency"), .key(.number, "amount"), .key(.plain, "cause"),
      .key(.text, "id"), .cell(.text, "reason", "author"), .cell(.moment, "at"), .customer),
    TableDescription(
      "product_credits", .key(.plain, "product", "currency"), .cell(.number, "amount")),
    TableDescription(
      "seat_claims", .number, .environment, .customer, .key(.text, "claim_id"),
      .cell(.text, "original_transaction_id"), .cell(.moment, "claimed_at", "ended_at"),
      .cell(.plain, "ended_by")),
  ]

  private static let grants: [TableDescription] = [
    TableDescription(
      "grants", .key(.serial, "id"), .environment, .cell(.number, "remnant"),
      .key(.plain, "kind"), .key(.text, "offer", "offer_id", "product"),
      .key(.moment, "granted_at"), .key(.text, "release", "experiment", "variant"),
      .cell(.text, "redeemed_by"), .cell(.moment, "redeemed_at"), .cell(.flag, "is_late"),
      .key(.bytes, "trusted"), .customer),
    .derived(
      "days", .environment, .key(.text, "offer"), .key(.number, "day"), .cell(.sum, "granted")),
    // Attempts of schema 4 and before say not to whom; they count in no limit.
    TableDescription(
      "attempts", .key(.text, "nonce"), .key(.number, "grant_id"), .key(.moment, "signed_at"),
      .key(.text, "key_id"), .key(.plain, "caller", "moment"),
      where: "t.caller IS NOT NULL AND t.moment IS NOT NULL"),
  ]

  private static let recordKey: [ColumnDescription] = .columns(
    .environment, .key(.text, "unit", "experiment"), .key(.number, "phase"),
    .key(.plain, "unit_kind"))

  private static let phases: [TableDescription] = [
    TableDescription(
      "phases", .key(.text, "experiment"), .key(.number, "phase"), .key(.plain, "terms"),
      .key(.moment, "frozen_at"))
  ]

  /// Details of exposures that repeat: each is a row once.
  package static let interned = [
    interned(VisitorDimensions.self), interned(ServedPaywall.self), interned(ReportedPaywall.self),
  ]

  static func interned<Details: InternedDetails>(_: Details.Type) -> TableDescription {
    TableDescription(
      Details.table, .number,
      Details.columns.map {
        ColumnDescription(name: $0.name, kind: .init($0.kind), role: .identity)
      })
  }

  private static let exposures: [TableDescription] = [
    TableDescription(
      "assignments", recordKey, .key(.text, "variant"), .key(.moment, "recorded_at"),
      .cell(.flag, "is_conflict", "is_contested"), .cell(.number, "exposures"),
      .cell(.moment, "exposed_at", "rendered_at"), .cell(.text, "placement"),
      .cell(.flag, "is_held_out"), .cell(.plain, "sent_as"), .cell(.moment, "device_time"),
      .cell(.number, "clock_offset", "dimensions", "served", "reported", "exposure_flags"),
      .cell(.flag, "is_at_several_placements"),
      .cell(.number, "cell_day", "days_since_install")),
    TableDescription(
      "held_out", recordKey, .cell(.plain, "sent_as"), .cell(.number, "exposures"),
      .cell(.moment, "exposed_at", "rendered_at"), .cell(.text, "placement"),
      .cell(.moment, "device_time"), .cell(.number, "clock_offset"),
      .key(
        .number, "dimensions", "served", "reported", "exposure_flags", "days_since_install")),
    TableDescription(
      "placement_exposures", recordKey, .key(.text, "placement"), .cell(.moment, "rendered_at"),
      .cell(.number, "exposures")),
    TableDescription(
      "covariates", recordKey, .key(.moment, "before"), .key(.number, "transactions"),
      .key(.plain, "spend"),
      .key(.number, "unpriced", "days_since_purchase", "days_since_install"),
      .key(.flag, "is_complete")),
    TableDescription("covariate_customers", recordKey, .customer),
    TableDescription("exposure_ids", .key(.number, "period"), .key(.bytes, "digest")),
  ]

  private static let visitors: [TableDescription] = [
    TableDescription(
      "aliases", .number, .environment, .key(.text, "anonymous_id", "user_id"),
      .cell(.moment, "aliased_at"), .cell(.plain, "voucher"), .cell(.flag, "is_contested")),
    TableDescription(
      "sightings", .environment, .key(.text, "unit"), .key(.plain, "kind"),
      .key(.moment, "seen_at"), .key(.plain, "route"), .key(.flag, "is_proved"),
      .cell(.flag, "is_contested"), .customer),
    TableDescription("set_aside_customers", .customer),
    TableDescription(
      "contested_sightings", .environment, .key(.text, "unit"), .key(.plain, "kind"), .customer),
    TableDescription(
      "conflicts", .number, .environment, .key(.text, "experiment"), .key(.number, "phase"),
      .key(.text, "unit", "variant", "other_experiment"), .key(.number, "other_phase"),
      .key(.text, "other_unit", "other_variant"), .key(.flag, "came_first"),
      .key(.plain, "cause", "voucher"), .key(.moment, "happened_at")),
  ]

  private static let served: [TableDescription] = [
    TableDescription(
      "releases", .number, .key(.plain, "release"), .key(.moment, "first_served_at")),
    TableDescription(
      "served", .number, .key(.text, "experiment"), .key(.number, "phase"),
      .key(.plain, "part", "value"), .key(.moment, "at"), .key(.number, "release")),
  ]

  private static let counts: [TableDescription] = [
    TableDescription(
      "counted_variants", .number, .environment, .key(.text, "experiment"),
      .key(.number, "phase"), .key(.text, "variant", "placement")),
    TableDescription("counted_devices", .number, .key(.plain, "platform", "app_version")),
    TableDescription(
      "daily_counts", .key(.number, "variant", "day", "device"), .key(.plain, "event"),
      .cell(.number, "count")),
    TableDescription("counted_versions", .key(.number, "day"), .key(.plain, "app_version")),
    TableDescription(
      "count_batches", .key(.text, "run"), .cell(.number, "number"), .cell(.moment, "at")),
    TableDescription(
      "customer_reports", .cell(.moment, "reported_at"), .cell(.flag, "consented"),
      .cell(.plain, "delivery"), .cell(.flag, "sample"), .customer),
  ]

  private static let cellKey: [ColumnDescription] = .columns(
    .environment, .key(.text, "experiment"), .key(.number, "phase"), .key(.text, "variant"),
    .key(.number, "day"), .key(.plain, "dimensions"))

  private static let erased: [TableDescription] = [
    TableDescription("exposed_cells", cellKey, .cell(.sum, "persons")),
    TableDescription(
      "erased_cells", .number, cellKey,
      .cell(.number, "units", "repeats", "conflicts", "contested", "held_out")),
    TableDescription(
      "erased_sums", .key(.number, "cell"), .key(.plain, "metric", "times"),
      .cell(.text, "total")),
  ]

  private static let refunds: [TableDescription] = [
    // A request follows from its text; how it was answered does not.
    TableDescription(
      "refund_cases", .derived(.serial, "rowid"), .chain, .key(.text, "uuid"),
      .cell(.environment, "environment"), .cell(.text, "transaction_id"),
      .cell(.plain, "reason"), .cell(.moment, "requested_at", "received_at", "due_at"),
      .cell(.number, "attempts"), .cell(.plain, "last_failure"), .cell(.moment, "settled_at"),
      .cell(.plain, "rule", "sent", "refusal", "basis"), export: .corrected),
    .derived(
      "refund_decisions", .chain, .key(.text, "transaction_id"), .key(.plain, "kind"),
      .key(.moment, "at"), .cell(.number, "share")),
    TableDescription(
      "purchase_reports", .chain, .key(.text, "transaction_id"), .cell(.moment, "reported_at"),
      .cell(.flag, "consented"), .cell(.plain, "delivery"), .cell(.flag, "sample"),
      .cell(.number, "percentage"), export: .corrected),
  ]
}
