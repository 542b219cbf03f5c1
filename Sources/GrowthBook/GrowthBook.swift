/// The public part of a release as the rules that GrowthBook's SDKs read.
package enum GrowthBookFormat {
  /// The hash that the rules name: FNV-1a twice, of UTF-16 code units.
  package static let hashVersion = 2
}
