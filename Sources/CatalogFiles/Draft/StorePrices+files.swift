internal import PaywallCatalog

extension StorePrices {
  /// `nil` without the file. What is wrong in it is left out here, and reported by `check`.
  package init?(in files: ConfigurationFiles) {
    let path = ConfigurationPath.prices
    guard let bytes = files.files[path],
      let root = ParsedFile(bytes, path: path, layout: .prices).root
    else { return nil }
    self = PricesFile(root, DecodingContext(path: path, sink: DiagnosticSink(allowed: nil))).prices
  }
}
