extension Rule {
  /// Xcode's StoreKit configuration says the same of products and offers as the files do.
  static let storeKitFiles = Rule { _, _ in }
}
