#if Server
/// The changes that `paywall experiment rollout` made to placements, so that it can be undone.
package struct Rollout: Hashable, Sendable {
  package var variant: String
  /// The former `after` of the experiment's file; `nil` if it stayed.
  package var after: AfterEnd?
  /// The replaced defaults, as in files, by placement.
  package var defaults: [String: String]

  package init(variant: String, after: AfterEnd? = nil, defaults: [String: String] = [:]) {
    self.variant = variant
    self.after = after
    self.defaults = defaults
  }
}
#endif
