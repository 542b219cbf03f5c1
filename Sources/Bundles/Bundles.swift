/// The offline bundle: the public part of a release as JSON, and the signatures by which a device
/// knows whose it is and how old.
package enum BundleFormat {
  /// Goes up when an older reader would read a newer bundle wrongly.
  package static let version = 1
}
