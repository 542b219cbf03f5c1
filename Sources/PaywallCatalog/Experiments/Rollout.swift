#if Server
/// What `paywall experiment rollout` made the placements show, so that it can be undone.
package struct Rollout: Hashable, Sendable {
  package var variant: String
  /// What the experiment's file said of the time after its end; `nil` if that stayed.
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
