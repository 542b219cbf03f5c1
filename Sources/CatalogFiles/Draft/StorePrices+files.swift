internal import Serving

extension StorePrices {
  /// `nil` without the file. Mistakes in it are left out here, and reported by `check`.
  package init?(in files: ConfigurationFiles) {
    let path = ConfigurationPath.prices
    guard let bytes = files.files[path],
      let root = ParsedFile(bytes, path: path, layout: .prices).root
    else { return nil }
    let context = DecodingContext(path: path, sink: DiagnosticSink())
    self = MappingReader(root, context, as: "prices.yaml").map(PricesFile.init)?.prices ?? Self()
  }
}
