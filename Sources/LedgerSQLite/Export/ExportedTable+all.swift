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
      customer: "number", where: "t.complete_at IS NOT NULL OR t.apple_account IS NOT NULL"),
    ExportedTable(
      "links",
      [.key("environment", .environment), .key("user", .text), .cell("linked_at", .moment)],
      customer: "customer"),
    ExportedTable("remnants", [.key("number", .number), .key("apple_account", .number)]),
    ExportedTable("remnant_ids", [.key("hash", .bytes), .key("remnant", .number)]),
    ExportedTable(
      "marks",
      [
        .key("remnant", .number), .key("kind", .number), .key("subject", .text),
        .key("at", .moment),
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
      "assignments",
      [
        .key("environment", .environment), .key("unit", .text), .key("experiment", .text),
        .key("phase", .number), .key("unit_kind", .plain), .key("variant", .text),
        .key("recorded_at", .moment), .cell("is_conflict", .flag), .cell("is_contested", .flag),
        .cell("exposures", .number), .cell("exposed_at", .moment), .cell("rendered_at", .moment),
        .cell("placement", .text), .cell("is_held_out", .flag), .cell("sent_as", .plain),
      ]),
    ExportedTable("exposure_ids", [.key("period", .number), .key("digest", .bytes)]),
    ExportedTable(
      "aliases",
      [
        .key("number", .number), .key("environment", .environment), .key("anonymous_id", .text),
        .key("user_id", .text), .cell("aliased_at", .moment), .cell("voucher", .plain),
        .cell("is_contested", .flag),
      ]),
  ]
}
