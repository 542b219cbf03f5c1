package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Subscribers

private enum Statements {
  static let addCovariates = RowStatements.addOnce(
    to: "covariates", "\(RecordKey.columns), \(Covariates.columns)")
  static let addCustomer = RowStatements.add(
    to: "covariate_customers", "\(RecordKey.columns), customer")
}

extension SQLTables {
  package mutating func add(
    _ covariates: Covariates, of customers: [CustomerRow.Number], to key: RecordKey,
    in environment: AppStoreEnvironment
  ) throws {
    let values = Self.values(key, in: environment)
    let isNew = try writes(Statements.addCovariates, values + covariates.cells)
    guard isNew else { return }
    for customer in customers { try run(Statements.addCustomer, values + [.integer(customer)]) }
  }

  package func covariateKeys(of customer: CustomerRow.Number) throws -> [RecordKey] {
    try lock([.customer(customer)])
    return try each(
      "SELECT experiment, phase, unit, unit_kind FROM covariate_customers WHERE customer = ?",
      .integer(customer)
    ) { try RecordKey($0) }
  }

  package func customers(
    ofCovariates key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number] {
    try lock([.id(key.unit.text, environment)])
    return try all(
      "SELECT customer FROM covariate_customers WHERE \(RecordKey.isRow)",
      Self.values(key, in: environment)
    ) { $0.int64(0) }
  }

  package func covariates(of key: RecordKey, in environment: AppStoreEnvironment) throws
    -> Covariates?
  {
    try lock([.id(key.unit.text, environment)])
    return try first(
      "SELECT \(Covariates.columns) FROM covariates WHERE \(RecordKey.isRow)",
      Self.values(key, in: environment)
    ) { try Covariates($0) }
  }
}
