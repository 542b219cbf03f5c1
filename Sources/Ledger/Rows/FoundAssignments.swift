package import PaywallSubscribers

/// The recorded assignments of a visitor.
package struct FoundAssignments: Sendable {
  package let assignments: [RecordedAssignment]
  /// The ids on which the result depends: without a change of one of them, it stays the same.
  package let dependsOn: [String]
}
