package import PaywallCatalog
package import Subscribers

/// One call at a time gives access, so that limits are exact and an id has one record.
private let accessLock = LockName.table("given_access")

// Access that the App Store knows nothing of.
extension Ledger {
  /// See `LedgerTables.give`.
  package func give(
    _ access: GivenAccess, to name: CustomerName, atMost limit: Int?,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AccessOutcome {
    try await write(LockName.names(of: name, environment) + [accessLock]) {
      try $0.give(access, to: name, atMost: limit, in: environment, at: now)
    }
  }

  /// See `LedgerTables.revokeAccess`.
  package func revokeAccess(
    _ id: String, from source: GivenAccess.Source, of name: CustomerName,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> HeldAccess? {
    try await write(LockName.names(of: name, environment) + [accessLock]) {
      try $0.revokeAccess(id, from: source, of: name, in: environment, at: now)
    }
  }

  /// The records of Apple's customers of a name, and of a user id: ended and revoked ones too.
  ///
  /// - Parameters:
  ///   - name: `nil` for none. The customers who are linked to a user of this name are among them.
  ///   - user: to which access was given itself; `nil` for none.
  package func givenAccess(
    to name: CustomerName?, user: String?, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldAccess] {
    try await read(.lookUp) { tables in
      guard try tables.hasAccess() else { return [] }
      return try tables.recordHolders(of: name, user: user, in: environment).flatMap { holder in
        try tables.access(of: holder.number).map { HeldAccess($0, of: holder) }
      }
    }
  }

  /// The records of everybody, the newest first.
  package func givenAccess(limit: Int) async throws(LedgerFailure) -> [HeldAccess] {
    try await read(.list) { tables in
      try tables.holdersOfAccess(limit: limit).compactMap { access, number in
        try tables.customer(number).map { HeldAccess(access, of: $0) }
      }
    }
  }
}
