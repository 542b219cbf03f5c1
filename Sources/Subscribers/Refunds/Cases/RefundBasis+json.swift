import Foundation
import PaywallCatalog
import PaywallTextCoding

/// The stored basis of a settled case, as JSON with sorted keys. Words that are not known any more
/// are read as if they were missing, so that an older row never fails.
private struct StoredBasis: Codable {
  struct Facts: Codable {
    var transactionId: String
    var product: String
    var type: String?
    var isFamilyShared: Bool
    var reason: String
    var requestedAt: Int64
    var purchasedAt: Int64?
    var price: Int64?
    var currency: String?
    var refunds: Int
    var refunded: [String: Int64]
    var paidDays: Int
    var inTrial: Bool
  }

  struct Report: Codable {
    var transactionId: String?
    var customerConsented: Bool
    var deliveryStatus: String?
    var sampleContentProvided: Bool?
    var consumptionPercentage: Int?
    var reportedAt: Int64
  }

  var release: String
  var facts: Facts?
  var report: Report?
}

extension RefundBasis {
  /// The stored form.
  package var json: String {
    let stored = StoredBasis(
      release: release, facts: facts.map(StoredBasis.Facts.init),
      report: report.map(StoredBasis.Report.init))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // It holds numbers and texts alone, which always encode.
    let data = (try? encoder.encode(stored)) ?? Data("{\"release\":\"\"}".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  /// `nil` for a text that is no basis.
  package init?(json: String) {
    guard let stored = try? JSONDecoder().decode(StoredBasis.self, from: Data(json.utf8)) else {
      return nil
    }
    self.init(
      facts: stored.facts.map(RefundFacts.init), report: stored.report.map(ConsumptionReport.init),
      release: stored.release)
  }
}

extension StoredBasis.Facts {
  init(_ facts: RefundFacts) {
    self.init(
      transactionId: facts.transactionId, product: facts.product, type: facts.type?.rawValue,
      isFamilyShared: facts.isFamilyShared, reason: facts.reason.rawValue,
      requestedAt: facts.requestedAt.milliseconds, purchasedAt: facts.purchasedAt?.milliseconds,
      price: facts.price?.milliunits, currency: facts.price?.currency, refunds: facts.refunds,
      refunded: facts.refunded, paidDays: facts.paidDays, inTrial: facts.inTrial)
  }
}

extension RefundFacts {
  fileprivate init(_ stored: StoredBasis.Facts) {
    var price: MoneyAmount?
    if let amount = stored.price, let currency = stored.currency {
      price = MoneyAmount(milliunits: amount, currency: currency)
    }
    self.init(
      transactionId: stored.transactionId, product: stored.product,
      type: stored.type.flatMap(ProductType.init), isFamilyShared: stored.isFamilyShared,
      reason: RefundRequestReason(rawValue: stored.reason) ?? .unknown,
      requestedAt: Timestamp(milliseconds: stored.requestedAt),
      purchasedAt: stored.purchasedAt.map { Timestamp(milliseconds: $0) }, price: price,
      refunds: stored.refunds, refunded: stored.refunded, paidDays: stored.paidDays,
      inTrial: stored.inTrial)
  }
}

extension StoredBasis.Report {
  init(_ report: ConsumptionReport) {
    self.init(
      transactionId: report.transactionId, customerConsented: report.customerConsented,
      deliveryStatus: report.deliveryStatus?.rawValue,
      sampleContentProvided: report.sampleContentProvided,
      consumptionPercentage: report.consumptionPercentage,
      reportedAt: report.reportedAt.milliseconds)
  }
}

extension ConsumptionReport {
  fileprivate init(_ stored: StoredBasis.Report) {
    self.init(
      transactionId: stored.transactionId, customerConsented: stored.customerConsented,
      deliveryStatus: stored.deliveryStatus.flatMap(DeliveryStatus.init),
      sampleContentProvided: stored.sampleContentProvided,
      consumptionPercentage: stored.consumptionPercentage,
      reportedAt: Timestamp(milliseconds: stored.reportedAt))
  }
}

extension RefundAnswer {
  private struct Stored: Codable {
    var deliveryStatus: String
    var sampleContentProvided: Bool
    var consumptionPercentage: Int?
    var refundPreference: String?
  }

  /// Reads what was sent, from its body; `nil` for anything else.
  package init?(json: String) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(json.utf8)),
      let delivery = DeliveryStatus.allCases.first(where: {
        $0.appStoreWord == stored.deliveryStatus
      })
    else { return nil }
    self.init(
      deliveryStatus: delivery, sampleContentProvided: stored.sampleContentProvided,
      consumptionPercentage: stored.consumptionPercentage,
      refundPreference: stored.refundPreference.flatMap { word in
        RefundRule.Preference.allCases.first { $0.appStoreWord == word }
      })
  }
}
