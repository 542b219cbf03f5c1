import PaywallCatalog

extension LedgerTables {
  /// The customers whose purchases are a unit's in results (`customerNumbers(ofUnit:isUser:in:)`).
  ///
  /// - Parameter isUser: whether the id is known as a user's.
  func customers(
    ofUnit unit: String, isUser: Bool, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    try customerNumbers(ofUnit: unit, isUser: isUser, in: environment).sorted()
      .compactMap { try customer($0) }
  }
}
