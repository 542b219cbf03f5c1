package import YAMLText

extension Diagnostic.Code {
  package static let notJSON = Diagnostic.Code("notJSON")
  /// A part of a `.storekit` file that cannot be read.
  package static let storeKitShape = Diagnostic.Code("storeKitShape")
  /// A `.storekit` file of an unknown, newer version.
  package static let storeKitVersion = Diagnostic.Code("storeKitVersion")
  /// The `.storekit` file and the configuration contradict each other.
  package static let storeKitDiffers = Diagnostic.Code("storeKitDiffers")
  /// The `.storekit` file has something that the configuration lacks.
  package static let storeKitUnknown = Diagnostic.Code("storeKitUnknown")
  /// The configuration has something that the `.storekit` file lacks.
  package static let storeKitMissing = Diagnostic.Code("storeKitMissing")
}
