package import Catalog
package import Subscribers

/// That a paywall of an experiment was rendered, as a checked claim of an app.
package struct Exposure: Hashable, Sendable {
  /// The app's name for this one exposure: with the same name and assignment it counts once.
  package var id: String
  /// What the claim makes, or the recorded one that it repeats or contradicts.
  package var assignment: RecordedAssignment
  /// As what the app sent the id of `assignment`; `nil` if it sent another, as for a record that a
  /// user has from an anonymous id.
  package var origin: IdOrigin?
  /// The claim was drawn validly and names another variant than `assignment`.
  package var contradicts: Bool
  /// Of the phase, as the running configuration has them; `nil` for a phase that it is no longer in.
  package var terms: FrozenTerms?
  /// When the app says that it was rendered; one that lies ahead counts as now.
  package var renderedAt: Timestamp
  package var placement: String?
  /// The visitor is in the holdout, and left out of its comparison.
  package var isHeldOut: Bool

  package init(
    id: String, assignment: RecordedAssignment, origin: IdOrigin? = nil,
    contradicts: Bool = false, terms: FrozenTerms?,
    renderedAt: Timestamp, placement: String? = nil, isHeldOut: Bool = false
  ) {
    self.id = id
    self.assignment = assignment
    self.origin = origin
    self.contradicts = contradicts
    self.terms = terms
    self.renderedAt = renderedAt
    self.placement = placement
    self.isHeldOut = isHeldOut
  }
}

/// What became of an exposure.
package enum ExposureOutcome: String, CaseIterable, Sendable {
  /// The first of its unit; the assignment stands.
  case recorded
  /// A later one, counted.
  case repeated
  /// It is here already; nothing changed.
  case already
  /// The unit has seen two variants, and is left out of the results for good.
  case conflict
  /// The id was sent as an anonymous one and is known as a user's; nothing was written.
  case knownUser
  /// The phase began with other terms than the running configuration has; nothing was written.
  case termsChanged
}
