/// Apple's limits for messages (AppleFacts.md § 2), in UTF-16 units: Apple does not say what it
/// counts, and no other count is higher.
package enum RetentionLimit {
  package static let header = 66
  package static let body = 144
  package static let bullet = 66
  package static let bullets = 5
  package static let alternative = 150
  package static let url = 256
}
