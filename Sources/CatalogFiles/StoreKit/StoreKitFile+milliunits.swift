extension StoreKitFile {
  /// `9.99` is 9990; `nil` for anything but up to 12 digits and at most three decimals.
  package static func milliunits(_ text: String) -> Int64? {
    decimal(text, digits: 3, whole: 12)
  }
}
