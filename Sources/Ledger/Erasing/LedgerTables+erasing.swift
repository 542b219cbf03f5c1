import Catalog
import Subscribers
import TextCoding

/// The transactions of the customers of units, read before the customers are erased.
typealias TransactionsOfUnits = [UTF8Key: [TransactionFact]]

extension LedgerTables {
  /// Of users, and of the anonymous ids that are aliases of them.
  func transactionsOfUnits(
    of users: [String], in environment: AppStoreEnvironment
  ) throws -> TransactionsOfUnits {
    var found: TransactionsOfUnits = [:]
    for unit in try units(of: users, in: environment) where found[UTF8Key(unit)] == nil {
      guard
        try !records(of: unit, in: environment).isEmpty
          || !heldOutRows(ofUnit: unit, in: environment).isEmpty
      else { continue }
      found[UTF8Key(unit)] = try transactions(
        of: customers(
          ofUnit: unit, isUser: isUser(unit, in: environment), in: environment))
    }
    return found
  }

  /// Removes the records of a unit, and leaves what they add to the aggregates.
  mutating func eraseRecords(
    of unit: String, _ transactions: TransactionsOfUnits, in environment: AppStoreEnvironment
  ) throws {
    let bought = transactions[UTF8Key(unit)] ?? []
    for row in try records(of: unit, in: environment) where row.exposures > 0 || row.isConflict {
      var key = try cell(of: row, in: environment)
      if try persons(in: key) < ErasedCell.fewestPersons { key.group = nil }
      var cell = try erasedCell(key) ?? ErasedCell(key)
      let covariates = try covariates(of: RecordKey(row.assignment), in: environment)
      cell.add(
        row,
        [ErasedMetric: Int64](
          exposures: row.exposures, since: row.renderedAt ?? row.assignment.recordedAt,
          covariates, transactions: bought))
      try put(cell)
    }
    try removeRecords(of: unit, in: environment)
    try removeCovariates(of: unit, in: environment)
  }
}
