/// The offline bundle: the public part of a release as JSON, and the signatures by which a device
/// knows whose it is and how old.
package enum BundleFormat {
  /// Goes up when an older reader would read a newer bundle wrongly: with a new word in a fixed
  /// list, a new kind of condition, a new meaning of a member. A new member alone is no new format.
  package static let version = 1
}
