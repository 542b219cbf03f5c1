package import Subscribers

/// What is recorded of somebody.
package struct FoundAssignments: Sendable {
  package let assignments: [RecordedAssignment]
  /// The ids of which something would have to change for other assignments to be found.
  package let restsOn: [String]

  package init(assignments: [RecordedAssignment], restsOn: [String]) {
    self.assignments = assignments
    self.restsOn = restsOn
  }
}
