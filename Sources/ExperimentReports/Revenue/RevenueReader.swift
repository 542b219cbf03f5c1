package import Ledger
package import PaywallCatalog
import Synchronization

/// Makes reports of revenue from purchases that it keeps in memory: the next report reads only customers of
/// whom something has changed.
package final class RevenueReader: Sendable {
  private struct Kept {
    let list: SaleTermsList
    let image: PurchaseImage<CountedPurchases>
  }

  private let ledger: any Ledger
  private let kept = Mutex<[AppStoreEnvironment: Kept]>([:])

  package init(_ ledger: any Ledger) { self.ledger = ledger }

  /// The same report as ``RevenueReport/report(from:_:in:asOf:now:)``.
  package func report(
    _ snapshot: Snapshot, in environment: AppStoreEnvironment, asOf: Timestamp?, now: Timestamp
  ) async throws(LedgerFailure) -> RevenueReport {
    let known = kept.withLock { kept in
      if kept[environment]?.list.snapshot.hasSamePeriods(as: snapshot) == false {
        kept[environment] = nil
      }
      return kept[environment]
    }
    let list = known?.list ?? SaleTermsList(snapshot)
    let image = try await ledger.purchases(in: environment, since: known?.image, by: list)
    kept.withLock { $0[environment] = Kept(list: list, image: image) }
    var tally = RevenueTally(snapshot, asOf: min(asOf ?? now, now), list)
    tally.readTerms()
    for part in image.parts { part.forEach { tally.add($0) } }
    return RevenueReport(tally, in: environment, at: now)
  }
}

extension Snapshot {
  /// Whether the periods of all purchases are the same in both.
  fileprivate func hasSamePeriods(as other: Snapshot) -> Bool {
    products.count == other.products.count
      && products.allSatisfy { id, product in
        guard let its = other.products[id] else { return false }
        return product.type == its.type && product.period == its.period
      }
  }
}
