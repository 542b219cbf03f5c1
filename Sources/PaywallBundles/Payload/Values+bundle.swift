import PaywallCatalog

extension Timestamp: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    if case .integer(let milliseconds) = reader.node.value {
      self.init(milliseconds: milliseconds)
      return
    }
    guard let moment = Timestamp(rfc3339: try String(reader)) else {
      throw reader.badValue("Expected a moment such as 2026-12-01T09:00:00Z.")
    }
    self = moment
  }
}

extension TimeWindow: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    try self.init(start: reader.readIfPresent("start"), end: reader.readIfPresent("end"))
  }
}

extension Period: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    if case .object = reader.node.value {
      try self.init(
        months: reader.read("months"), days: reader.read("days"), seconds: reader.read("seconds"))
      // The range of ISO 8601 with six digits, so that no time overflows.
      guard (0...20_000_000).contains(months), (0...10_000_000).contains(days),
        (0...4_000_000_000).contains(Int64(seconds))
      else { throw reader.badValue("A period has no negative and no such large parts.") }
      return
    }
    guard let period = Period(iso8601: try String(reader)) else {
      throw reader.badValue("Expected a period such as P1M.")
    }
    self = period
  }
}

extension BasisPoints: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard let share = BasisPoints(try Int(reader)) else {
      throw reader.badValue("Expected basis points from 0 to 10000.")
    }
    self = share
  }
}

extension Slice: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    guard let slice = Slice(start: try reader.read("start"), end: try reader.read("end")) else {
      throw reader.badValue("The slice is empty.")
    }
    self = slice
  }
}

extension Show: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    if case .null = reader.node.value {
      self = .nothing
    } else {
      self = .paywall(try String(reader))
    }
  }
}

extension AppStoreEnvironment: BundleWord {}
extension AttributeType: BundleWord {}
extension Visibility: BundleWord {}
extension ProductType: BundleWord {}
extension OfferKind: BundleWord {}
extension BillingPlan: BundleWord {}
extension OfferPayment: BundleWord {}
extension CustomerClass: BundleWord {}
extension PaywallCatalog.Unit: BundleWord {}
extension ExperimentStatus: BundleWord {}
extension WhilePaused: BundleWord {}
extension AfterEnd: BundleWord {}
