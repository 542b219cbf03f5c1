import PaywallCatalog
import PaywallKit

extension PaywallCatalog.Period {
  /// As the catalog counts it.
  init(_ period: StoreProduct.Period) {
    switch period.unit {
    case .day: self.init(days: period.count)
    case .week: self.init(days: period.count * 7)
    case .month: self.init(months: period.count)
    case .year: self.init(months: period.count * 12)
    }
  }
}
