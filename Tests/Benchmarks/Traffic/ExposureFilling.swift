import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving

/// Fills a ledger with first exposures through its own API, as a server stores those of an app with
/// 100 days of visitors: half of them have a UUID and half a user id of the team's; they come from 120
/// storefronts with prices of their own, with the dimensions that apps send.
struct ExposureFilling: Sendable {
  let ledger: SQLiteLedger
  let visitors: Int

  private static let days = 100
  private static let together = 500
  private static let start = Timestamp(milliseconds: 1_782_864_000_000)
  private static let terms = FrozenTerms([
    FrozenTerms.Term(.seed, "7f3a9c21"), FrozenTerms.Term(.unit, "visitor"),
    FrozenTerms.Term(.variants, "control 50%, trial 50%"),
  ])

  func run() async throws {
    let started = ContinuousClock.now
    for first in stride(from: 0, to: visitors, by: Self.together) {
      let numbers = first..<min(first + Self.together, visitors)
      let outcomes = try await ledger.record(
        numbers.map(exposure), in: .production, at: moment(of: numbers.upperBound - 1))
      let others = outcomes.count { $0 != .recorded }
      if others > 0 { print("\(others) exposures were not recorded as first ones") }
      if first % 500_000 == 0 { progress(first, since: started) }
    }
    progress(visitors, since: started)
  }

  private func moment(of number: Int) -> Timestamp {
    let milliseconds = Double(Self.days) * 86_400_000 * Double(number) / Double(visitors)
    return Self.start.adding(milliseconds: Int64(milliseconds))
  }

  private func exposure(_ number: Int) -> Exposure {
    let at = moment(of: number)
    let mixed = Self.mix(UInt64(number))
    let isUser = mixed & 1 == 0
    let unit = isUser ? "user-\(mixed >> 24)" : Self.uuid(mixed)
    let variant = mixed & 2 == 0 ? "control" : "trial"
    let place = Int(mixed >> 2 & 0xFFFF) % 120
    let offset = Int64(mixed >> 40 & 0xFFF)
    return Exposure(
      id: Self.uuid(mixed ^ 0x5A5A),
      assignment: RecordedAssignment(
        experiment: "annual-trial", phase: 1, variant: variant, unit: unit, unitKind: .visitor,
        recordedAt: at),
      origin: isUser ? .userId : .anonymousId, terms: Self.terms, renderedAt: at,
      placement: "onboarding",
      deviceTime: DeviceTime(at: at.adding(milliseconds: -offset), offset: offset),
      details: details(mixed, place, variant))
  }

  private func details(_ mixed: UInt64, _ place: Int, _ variant: String) -> ExposureDetails {
    func one(_ count: UInt64, _ shift: UInt64) -> Int { Int((mixed >> shift) % count) }
    let isNew = one(10, 18) < 7
    return ExposureDetails(
      dimensions: VisitorDimensions(
        storefront: Self.storefront(place), platform: one(20, 22) < 17 ? "iOS" : "iPadOS",
        appVersion: "3.\(one(5, 27))", system: 17 + one(3, 30),
        language: ["en", "de", "fr", "es", "ja"][one(5, 32)], isNew: isNew,
        subscription: nil, isInAudience: true),
      served: ServedPaywall(
        release: String(repeating: "ab", count: 32), placement: "onboarding", traffic: 10_000,
        paywall: "standard-\(variant)", locale: ["en", "de", "ja"][one(3, 35)],
        content: String(repeating: "0c", count: 16), products: String(repeating: "0d", count: 16),
        selected: "pro_yearly_trial"),
      reported: ReportedPaywall(
        paywall: "standard-\(variant)", product: "pro_yearly_trial",
        price: 9990 + Int64(place) * 10, currency: "GBP", introductoryEligible: isNew),
      daysSinceInstall: isNew ? 0 : one(400, 37))
  }

  private static func storefront(_ place: Int) -> String {
    let letters = [place / 25, place % 25, 25].map { UInt8(65 + $0) }
    return String(decoding: letters, as: UTF8.self)
  }

  /// SplitMix64: the same number has the same visitor in every run.
  private static func mix(_ number: UInt64) -> UInt64 {
    var value = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  private static func uuid(_ value: UInt64) -> String {
    let digits = [value, mix(value)].map { value in
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let ends = [8, 12, 16, 20, 32]
    return zip([0] + ends, ends).map { String(digits.dropFirst($0).prefix($1 - $0)) }
      .joined(separator: "-")
  }

  private func progress(_ done: Int, since started: ContinuousClock.Instant) {
    let seconds = (ContinuousClock.now - started).components.seconds
    FileHandle.standardError.write(Data("\(done) of \(visitors) exposures, \(seconds) s\n".utf8))
  }
}
