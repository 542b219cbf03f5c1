import Foundation
import Ledger
import PaywallCatalog
import PaywallServer
import Subscribers
import Testing

/// Exports with the columns of RevenueCat's scheduled exports, version 5.
@Suite("Exports in RevenueCat's columns") struct RevenueCatExportTests {
  /// RevenueCat/docs, integrations/scheduled-data-exports/data-export-version-5.
  private static let columns = """
    rc_original_app_user_id,rc_last_seen_app_user_id_alias,country,country_source,\
    product_identifier,product_display_name,product_duration,start_time,end_time,\
    grace_period_end_time,effective_end_time,store,is_auto_renewable,is_trial_period,\
    is_in_intro_offer_period,is_sandbox,price_in_usd,purchase_price_in_usd,takehome_percentage,\
    tax_percentage,commission_percentage,store_transaction_id,original_store_transaction_id,\
    refunded_at,unsubscribe_detected_at,billing_issues_detected_at,purchased_currency,\
    price_in_purchased_currency,purchase_price_in_purchased_currency,entitlement_identifiers,\
    renewal_number,is_trial_conversion,presented_offering,ownership_type,\
    reserved_subscriber_attributes,custom_subscriber_attributes,platform,experiment_id,\
    experiment_variant,updated_at,offer,offer_type,first_seen_time,auto_resume_time
    """

  private static func rows(
    _ world: ExportWorld, at day: Double = 100
  ) async throws -> [String: ExportedFiles.Row] {
    try await world.export(.revenuecat, at: day)
    let rows = ExportedFiles(folder: world.path("out")).rows("transactions").values
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["store_transaction_id"] ?? "", $0) })
  }

  @Test("The columns are those of version 5, and three of ours after them")
  func columns() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      let summary = try await world.export(.revenuecat)
      #expect(summary.files.map(\.name) == ["transactions/2026-04-15-000001.csv.gz"])
      let file = try #require(ExportedFiles(folder: world.path("out")).files.values.first)
      let text = String(decoding: try #require(inflated(file)), as: UTF8.self)
      #expect(text.prefix { $0 != "\n" } == Self.columns + ",row_id,run,is_deleted")
    }
  }

  @Test(
    "A trial, its conversion, a refund of half and a renewal that is turned off",
    arguments: ExportWorld.Kind.present)
  func life(kind: ExportWorld.Kind) async throws {
    try await ExportWorld.with(kind) { world in
      var trial = ExportWorld.month("400", of: "400", customer: "7040", bought: 1, price: 0)
      trial.offerKind = OpenEnum(.introductory)
      trial.offerDiscount = OpenEnum(.freeTrial)
      trial.appAccountToken = "0b0e2d4c-7d0e-4c5e-8a52-000000000001"
      trial.expiresDate = ExportWorld.day(8)
      var paid = ExportWorld.month("401", of: "400", customer: "7040", bought: 8)
      paid.signedDate = ExportWorld.day(20)
      paid.revocationDate = ExportWorld.day(19)
      paid.revocationType = OpenEnum(.refundProrated)
      paid.revocationPercentage = 50_000
      for fact in [trial, paid] { try await world.buy(fact) }
      try await world.tell(
        "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", of: paid, at: 12)
      let rows = try await Self.rows(world)
      let (first, second) = (try #require(rows["400"]), try #require(rows["401"]))
      let token = "0b0e2d4c-7d0e-4c5e-8a52-000000000001"
      first.expect([
        "rc_original_app_user_id": "7040", "rc_last_seen_app_user_id_alias": token,
        "country": "DE", "country_source": "from_sdk", "product_identifier": "pro_monthly",
        "product_duration": "P1M", "start_time": "2026-01-06 00:00:00",
        "end_time": "2026-01-13 00:00:00", "effective_end_time": "2026-01-13 00:00:00",
        "store": "app_store", "is_auto_renewable": "true", "is_trial_period": "true",
        "is_in_intro_offer_period": "false", "is_sandbox": "false", "price_in_usd": "0.000",
        "purchase_price_in_usd": "0.000", "original_store_transaction_id": "400",
        "refunded_at": nil, "unsubscribe_detected_at": nil, "renewal_number": "1",
        "is_trial_conversion": "false", "ownership_type": "PURCHASED",
        "offer_type": "introductory", "updated_at": "2026-04-15 00:00:00",
        "tax_percentage": nil, "commission_percentage": nil,
      ])
      // 9.99 € at 0.8 € a dollar, of which half was given back.
      second.expect([
        "purchase_price_in_purchased_currency": "9.990", "price_in_purchased_currency": "4.995",
        "purchase_price_in_usd": "12.488", "price_in_usd": "6.244", "purchased_currency": "EUR",
        "refunded_at": "2026-01-24 00:00:00", "effective_end_time": "2026-01-24 00:00:00",
        "unsubscribe_detected_at": "2026-01-17 00:00:00", "renewal_number": "2",
        "is_trial_period": "false", "is_trial_conversion": "true", "offer_type": nil,
      ])
    }
  }

  @Test(
    "A customer has the experiment that was entered last, and was first seen with the first",
    arguments: ExportWorld.Kind.present)
  func seen(kind: ExportWorld.Kind) async throws {
    try await ExportWorld.with(kind) { world in
      try await world.fill()
      try await world.see("ada", "long", of: "length", at: 3.5, on: "iPadOS")
      // Another person, and a unit that names no customer.
      try await world.see("eve", "short", of: "length", at: 5, on: "macOS")
      try await world.buy(ExportWorld.month("300", of: "300", customer: "7060", bought: 2))
      let rows = try await Self.rows(world)
      for id in ["100", "101"] {
        try #require(rows[id]).expect([
          "experiment_id": "length", "experiment_variant": "long", "platform": "iPadOS",
          "first_seen_time": "2026-01-06 00:00:00",
        ])
      }
      try #require(rows["200"]).expect([
        "experiment_id": "price", "experiment_variant": "trial", "platform": nil,
        "first_seen_time": "2026-01-06 00:00:00",
      ])
      try #require(rows["300"]).expect([
        "experiment_id": nil, "experiment_variant": nil, "platform": nil, "first_seen_time": nil,
      ])
    }
  }

  @Test("Without a rate the price in dollars is unknown, and the purchase is there")
  func withoutRate() async throws {
    try await ExportWorld.with { world in
      try await world.buy(
        ExportWorld.month("500", of: "500", customer: "7040", bought: 1, currency: "XAF"))
      let row = try #require(try await Self.rows(world)["500"])
      row.expect([
        "price_in_usd": nil, "purchase_price_in_usd": nil,
        "price_in_purchased_currency": "9.990",
      ])
    }
  }

  @Test("An erased customer's purchases are told gone, by the id of their row")
  func erased() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      let before = try await Self.rows(world)
      _ = try await world.ledger.forget(
        .appTransactionId("7040"), in: .production, at: ExportWorld.day(101))
      #expect(Set(try await Self.rows(world, at: 102).keys) == ["200"])
      let gone = ExportedFiles(folder: world.path("out")).lines("transactions")
        .filter { $0["is_deleted"] == "true" }
      let erased: [String] = ["100", "101"].compactMap { before[$0]?["row_id"] }
      let told: [String] = gone.compactMap { $0["row_id"] }
      #expect(Set(told) == Set(erased))
    }
  }
}

extension ExportedFiles.Row {
  /// - Parameter cells: by column; `nil` for an empty cell.
  fileprivate func expect(
    _ cells: [String: String?], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (column, expected) in cells {
      #expect(self[column] == expected, "\(column)", sourceLocation: sourceLocation)
    }
  }
}
