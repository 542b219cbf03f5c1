import PaywallCatalog

@testable import Ledger

extension OracleTables {
  func sighting(_ key: SightingKey, in environment: AppStoreEnvironment) -> SightingRow? {
    sightings[Named(key, in: environment)]
  }

  func sightings(of customer: CustomerRow.Number) -> [SightingRow] {
    (sightingsOfCustomer[customer] ?? []).compactMap { sightings[$0] }
  }

  mutating func put(_ sighting: SightingRow, in environment: AppStoreEnvironment) {
    removeSighting(sighting.key, in: environment)
    let key = Named(sighting.key, in: environment)
    sightings[key] = sighting
    sightingsOfCustomer[sighting.customer, default: []].insert(key)
    for other in sighting.contestedBy { contested[other, default: []].insert(key) }
  }

  mutating func removeSighting(_ key: SightingKey, in environment: AppStoreEnvironment) {
    let key = Named(key, in: environment)
    guard let row = sightings.removeValue(forKey: key) else { return }
    sightingsOfCustomer[row.customer]?.remove(key)
    for other in row.contestedBy { contested[other]?.remove(key) }
  }

  mutating func removeSightings(of customer: CustomerRow.Number) {
    for key in sightingsOfCustomer.removeValue(forKey: customer) ?? [] {
      removeSighting(key.id, in: key.environment)
    }
    for key in contested[customer] ?? [] {
      guard var row = sightings[key] else { continue }
      row.contestForGood()
      put(row, in: key.environment)
    }
    contested[customer] = nil
    setAsideCustomers.remove(customer)
  }

  func sightings(contestedBy customer: CustomerRow.Number) -> [SightingRow] {
    (contested[customer] ?? []).compactMap { sightings[$0] }
  }

  func isSetAside(_ customer: CustomerRow.Number) -> Bool { setAsideCustomers.contains(customer) }

  mutating func setAside(_ customer: CustomerRow.Number) { setAsideCustomers.insert(customer) }
}
