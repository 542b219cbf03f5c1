import Ledger
import PaywallCatalog
import Serving

extension Sample {
  static let unknownCell = "platform=unknown storefront=unknown new=unknown placement=unknown"

  /// An exposure of an anonymous visitor, with every detail that tells cells apart.
  static func exposure(
    _ unit: String, from storefront: String?, isNew: Bool?, platform: String? = "iOS",
    at placement: String? = "onboarding", as origin: IdOrigin = .anonymousId,
    _ id: String = "1", rendered days: Double = 0
  ) -> Exposure {
    var exposure = exposure(id, unit, origin: origin, at: days)
    exposure.placement = placement
    exposure.details = details(1)
    exposure.details.dimensions.storefront = storefront
    exposure.details.dimensions.platform = platform
    exposure.details.dimensions.isNew = isNew
    exposure.details.served.placement = placement
    return exposure
  }
}

extension Ledger {
  /// Returns the cells of erased units of phase 1 of `price`: `3 in iOS GBR true onboarding`,
  /// `2 in other`.
  func cells() async throws -> [String] {
    try await erasedCells(of: .price).map { cell in
      let values = cell.key.group?.dimensions.split(separator: " ").map {
        $0.split(separator: "=").last.map(String.init) ?? ""
      }
      return "\(cell.counts.units) in \(values?.joined(separator: " ") ?? "other")"
    }
  }

  /// Erases these visitors, one after another.
  func forget(_ units: [String]) async throws {
    for unit in units { _ = try await forget(.user(unit), in: .production, at: Sample.day(9)) }
  }
}

/// How many purchases count for a person whom results compare.
struct PurchaseCount: PersonMetrics {
  static let name = "purchaseCount"

  func values(
    of person: PersonFacts, seeing variant: String, in experiment: String, phase: Int
  ) -> [(value: ErasedValue, spendBefore: Int64)] {
    guard !person.isHeldOut else { return [] }
    let value = ErasedValue(metric: Self.name, value: Int64(person.transactions.count))
    return [(value: value, spendBefore: person.spendBefore?["USD"] ?? 0)]
  }
}

extension ErasedCell {
  /// The persons by how many purchases they had.
  var purchaseCounts: [Int64: Int] {
    let known = values.filter { $0.key.metric == PurchaseCount.name }
    return Dictionary(uniqueKeysWithValues: known.map { ($0.key.value, Int($0.value.persons)) })
  }
}
