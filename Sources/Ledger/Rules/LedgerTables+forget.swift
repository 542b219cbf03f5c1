package import Catalog
import Subscribers

extension LedgerTables {
  /// Erases the customers that a name stands for, and the recorded assignments of their users.
  /// Grants and marks stay under hashes of the ids.
  ///
  /// - Returns: how many customers were erased.
  package mutating func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> Int {
    let owners = try owners(of: name, in: environment)
    var users = try owners.flatMap { try self.users(of: $0.number) }
    if case .user(let user) = name { users.append(user) }
    for owner in owners { try forget(owner) }
    for user in Set(users.map(Exact.init)) {
      try removeAssignments(of: user.text, in: environment)
    }
    return owners.count
  }

  private mutating func forget(_ customer: CustomerRow) throws {
    let lines = try lines(of: customer.number)
    let marks = try history(of: customer).marksToKeep
    let hashes = try Self.ids(of: customer, lines: lines).map {
      try hash(of: $0, in: customer.environment)
    }
    let earlier = try remnants(of: customer, lines: lines)
    let remnant = try earlier.first ?? addRemnant()
    for other in earlier.dropFirst() { try merge(other, into: remnant) }
    for hash in hashes where try self.remnant(hash: hash) == nil {
      try add(hash: hash, to: remnant)
    }
    let held = Set(try self.marks(of: remnant))
    for mark in marks where !held.contains(mark) { try add(mark, to: remnant) }
    try erase(customer.number, leaving: remnant)
  }
}
