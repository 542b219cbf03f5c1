import LedgerStorage

extension ExportedTable {
  /// Everything that does not follow from the texts, in the order in which it can be restored.
  /// `ExportTests` compares the list with the schema: a new table must be added here or there.
  static let all = [
    // Those of erased people have no text any more.
    ExportedTable("notifications", [.key("uuid", .text)]),
    ExportedTable("apple_accounts", [.key("number", .number)]),
    ExportedTable(
      "customers",
      [
        .key("environment", .environment), .cell("complete_at", .moment),
        .cell("apple_account", .number),
      ],
      customer: "number",
      where: "t.complete_at IS NOT NULL OR t.apple_account IS NOT NULL OR (\(isOnlyNamed))"),
    ExportedTable(
      "links",
      [.key("environment", .environment), .key("user", .text), .cell("linked_at", .moment)],
      customer: "customer"),
    ExportedTable("remnants", [.key("number", .number), .key("apple_account", .number)]),
    ExportedTable(
      "remnant_ids",
      [.key("hash", .bytes), .key("remnant", .number), .cell("erased_at", .moment)]),
    ExportedTable(
      "marks",
      [
        .key("remnant", .number), .key("kind", .number), .key("subject", .text),
        .key("at", .moment),
      ]),
    ExportedTable(
      "history_fetches",
      [
        .cell("revision", .plain), .cell("is_whole", .flag), .cell("skipped", .number),
        .cell("wanted_at", .moment), .cell("finished_at", .moment),
      ],
      customer: "customer"),
    ExportedTable(
      "jobs",
      [
        .key("name", .plain), .cell("holder", .plain), .cell("held_until", .moment),
        .cell("progress", .plain),
      ]),
    ExportedTable(
      "kept_aside",
      [
        .key("number", .number), .key("uuid", .plain), .cell("type", .plain),
        .cell("signed_at", .moment), .cell("received_at", .moment), .cell("bytes", .number),
        .cell("content", .plain),
      ]),
    ExportedTable(
      "grants",
      [
        .key("id", .number), .key("environment", .environment), .cell("remnant", .number),
        .key("kind", .plain), .key("offer", .text), .key("offer_id", .text),
        .key("product", .text), .key("granted_at", .moment), .key("release", .text),
        .key("experiment", .text), .key("variant", .text), .cell("redeemed_by", .text),
        .cell("redeemed_at", .moment), .cell("is_late", .flag), .key("trusted", .bytes),
      ],
      customer: "customer"),
    // Attempts of schema 4 and before say not to whom; they count in no limit.
    ExportedTable(
      "attempts",
      [
        .key("nonce", .text), .key("grant_id", .number), .key("signed_at", .moment),
        .key("key_id", .text), .key("caller", .plain), .key("moment", .plain),
      ],
      where: "t.caller IS NOT NULL AND t.moment IS NOT NULL"),
    ExportedTable(
      "phases",
      [
        .key("experiment", .text), .key("phase", .number), .key("terms", .plain),
        .key("frozen_at", .moment),
      ]),
    ExportedTable(
      "dimensions",
      [
        .key("number", .number), .key("storefront", .plain), .key("platform", .plain),
        .key("app_version", .plain), .key("system", .number), .key("language", .plain),
        .key("is_new", .flag), .key("subscription", .plain), .key("is_in_audience", .flag),
      ]),
    ExportedTable(
      "served_paywalls",
      [
        .key("number", .number), .key("release", .plain), .key("placement", .plain),
        .key("traffic", .number), .key("paywall", .plain), .key("locale", .plain),
        .key("content", .plain), .key("products", .plain), .key("selected", .plain),
      ]),
    ExportedTable(
      "reported_paywalls",
      [
        .key("number", .number), .key("paywall", .plain), .key("content", .plain),
        .key("products", .plain), .key("product", .plain), .key("price", .number),
        .key("currency", .plain), .key("introductory_eligible", .flag),
      ]),
    ExportedTable(
      "assignments",
      recordKey + [
        .key("variant", .text),
        .key("recorded_at", .moment), .cell("is_conflict", .flag), .cell("is_contested", .flag),
        .cell("exposures", .number), .cell("exposed_at", .moment), .cell("rendered_at", .moment),
        .cell("placement", .text), .cell("is_held_out", .flag), .cell("sent_as", .plain),
        .cell("device_time", .moment), .cell("clock_offset", .number),
        .cell("dimensions", .number), .cell("served", .number), .cell("reported", .number),
        .cell("exposure_flags", .number), .cell("is_at_several_placements", .flag),
        .cell("cell_day", .number), .cell("days_since_install", .number),
      ]),
    ExportedTable(
      "held_out",
      recordKey + [
        .cell("sent_as", .plain), .cell("exposures", .number), .cell("exposed_at", .moment),
        .cell("rendered_at", .moment), .cell("placement", .text), .cell("device_time", .moment),
        .cell("clock_offset", .number), .key("dimensions", .number), .key("served", .number),
        .key("reported", .number), .key("exposure_flags", .number),
        .key("days_since_install", .number),
      ]),
    ExportedTable(
      "placement_exposures",
      recordKey + [
        .key("placement", .text), .cell("rendered_at", .moment), .cell("exposures", .number),
      ]),
    ExportedTable(
      "covariates",
      recordKey + [
        .key("before", .moment), .key("transactions", .number), .key("spend", .plain),
        .key("unpriced", .number), .key("days_since_purchase", .number),
        .key("days_since_install", .number), .key("is_complete", .flag),
      ]),
    ExportedTable("covariate_customers", recordKey, customer: "customer"),
    ExportedTable("exposure_ids", [.key("period", .number), .key("digest", .bytes)]),
    ExportedTable(
      "aliases",
      [
        .key("number", .number), .key("environment", .environment), .key("anonymous_id", .text),
        .key("user_id", .text), .cell("aliased_at", .moment), .cell("voucher", .plain),
        .cell("is_contested", .flag),
      ]),
    ExportedTable(
      "sightings",
      [
        .key("environment", .environment), .key("unit", .text), .key("kind", .plain),
        .key("seen_at", .moment), .key("route", .plain), .key("is_proved", .flag),
        .cell("is_contested", .flag),
      ],
      customer: "customer"),
    ExportedTable("set_aside_customers", [], customer: "customer"),
    ExportedTable(
      "contested_sightings",
      [.key("environment", .environment), .key("unit", .text), .key("kind", .plain)],
      customer: "customer"),
    ExportedTable(
      "conflicts",
      [
        .key("number", .number), .key("environment", .environment), .key("experiment", .text),
        .key("phase", .number), .key("unit", .text), .key("variant", .text),
        .key("other_experiment", .text), .key("other_phase", .number), .key("other_unit", .text),
        .key("other_variant", .text), .key("came_first", .flag), .key("cause", .plain),
        .key("voucher", .plain), .key("happened_at", .moment),
      ]),
    ExportedTable(
      "releases",
      [.key("number", .number), .key("release", .plain), .key("first_served_at", .moment)]),
    ExportedTable(
      "served",
      [
        .key("number", .number), .key("experiment", .text), .key("phase", .number),
        .key("part", .plain), .key("value", .plain), .key("at", .moment),
        .key("release", .number),
      ]),
    ExportedTable(
      "counted_variants",
      [
        .key("number", .number), .key("environment", .environment), .key("experiment", .text),
        .key("phase", .number), .key("variant", .text), .key("placement", .text),
      ]),
    ExportedTable(
      "counted_devices",
      [.key("number", .number), .key("platform", .plain), .key("app_version", .plain)]),
    ExportedTable(
      "daily_counts",
      [
        .key("variant", .number), .key("day", .number), .key("device", .number),
        .key("event", .plain), .cell("count", .number),
      ]),
    ExportedTable("counted_versions", [.key("day", .number), .key("app_version", .plain)]),
    ExportedTable(
      "count_batches", [.key("run", .text), .cell("number", .number), .cell("at", .moment)]),
    ExportedTable(
      "customer_reports",
      [
        .cell("reported_at", .moment), .cell("consented", .flag), .cell("delivery", .plain),
        .cell("sample", .flag),
      ],
      customer: "customer"),
    ExportedTable("exposed_cells", cellKey + [.cell("persons", .number)]),
    ExportedTable(
      "erased_cells",
      [.key("number", .number)] + cellKey + [
        .cell("units", .number), .cell("repeats", .number), .cell("conflicts", .number),
        .cell("contested", .number), .cell("held_out", .number),
      ]),
    ExportedTable(
      "erased_sums",
      [
        .key("cell", .number), .key("metric", .plain), .key("times", .plain),
        .cell("total", .text),
      ]),
  ]

  /// In exports of earlier versions; its rows add nothing any more.
  static let former: Set = ["sighting_contests"]

  /// Whether a customer `t` has neither purchases nor texts: a text of another's purchases named it.
  static let isOnlyNamed = """
    NOT EXISTS (SELECT 1 FROM lines WHERE lines.customer = t.number)
    AND NOT EXISTS (SELECT 1 FROM facts WHERE facts.customer = t.number)
    """

  private static let recordKey: [Column] = [
    .key("environment", .environment), .key("unit", .text), .key("experiment", .text),
    .key("phase", .number), .key("unit_kind", .plain),
  ]

  private static let cellKey: [Column] = [
    .key("environment", .environment), .key("experiment", .text), .key("phase", .number),
    .key("variant", .text), .key("day", .number), .key("dimensions", .plain),
  ]

  /// Follow from the texts, except for what depends on the order in which these came: when a refund
  /// was heard of first. After texts in another order, restored rows replace them.
  static let corrected = [
    ExportedTable(
      "money_events",
      [
        .key("transaction_id", .text), .key("kind", .number), .key("at", .moment),
        .cell("received_at", .moment), .cell("reason", .number), .cell("type", .word),
        .cell("percentage", .number),
      ],
      chain: "line"),
    // A request follows from its text; how it was answered does not.
    ExportedTable(
      "refund_cases",
      [
        .key("uuid", .text), .cell("environment", .environment), .cell("transaction_id", .text),
        .cell("reason", .plain), .cell("requested_at", .moment), .cell("received_at", .moment),
        .cell("due_at", .moment), .cell("attempts", .number), .cell("last_failure", .plain),
        .cell("settled_at", .moment), .cell("rule", .plain), .cell("sent", .plain),
        .cell("refusal", .plain), .cell("basis", .plain),
      ],
      chain: "line"),
    ExportedTable(
      "purchase_reports",
      [
        .key("transaction_id", .text), .cell("reported_at", .moment), .cell("consented", .flag),
        .cell("delivery", .plain), .cell("sample", .flag), .cell("percentage", .number),
      ],
      chain: "line"),
  ]
}
