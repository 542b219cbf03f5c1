import Catalog

/// All conditions of a snapshot as one flat program. A condition's nodes stand in a row, each
/// before its parts; each knows where the next one begins.
struct Conditions: Sendable {
  var nodes: [Node] = []
  /// Where the condition of each named audience begins.
  var audiences: [Int] = []
  /// By node, what it was written as, for explanations.
  var sources: [Source] = []

  struct Node: Sendable {
    var operation: Operation
    /// The index behind this node and its parts.
    var end: Int
  }

  enum Operation: Sendable {
    case constant(Truth)
    case all, any, not
    /// A named audience, by its number.
    case audience(Int)
    case test(slot: Int, Comparison, onLedger: Bool)
  }

  enum Source: Sendable {
    case word(String)
    case test(attribute: String, AttributeTest.Operator)
  }

  /// Three-valued; parts that cannot change the result are left out, unless all of them are to be
  /// explained. `withoutLedger` leaves every test unknown whose value only the ledger knows, also
  /// `exists` and `subscription.known`: the result is then the same whatever the ledger would say.
  func truth<T: Tracer>(
    at index: Int, for visitor: borrowing Visitor, withoutLedger: Bool, tracer: inout T
  ) -> Truth {
    if T.isOn { tracer.open(sources[index]) }
    var saw: AttributeValue?
    let result: Truth
    switch nodes[index].operation {
    case .constant(let truth): result = truth
    case .test(let slot, let comparison, let onLedger):
      let value = visitor.values.indices.contains(slot) ? visitor.values[slot] : nil
      result = onLedger && withoutLedger ? .unknown : comparison.truth(of: value)
      if T.isOn { saw = value }
    case .audience(let number):
      result = truth(
        at: audiences[number], for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
    case .not:
      result = !truth(at: index + 1, for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
    case .all:
      var joined = Truth.true
      var part = index + 1
      while part < nodes[index].end, T.isOn || joined != .false {
        joined =
          joined && truth(at: part, for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
        part = nodes[part].end
      }
      result = joined
    case .any:
      var joined = Truth.false
      var part = index + 1
      while part < nodes[index].end, T.isOn || joined != .true {
        joined =
          joined || truth(at: part, for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
        part = nodes[part].end
      }
      result = joined
    }
    if T.isOn { tracer.close(result, saw: saw) }
    return result
  }
}

/// Where a condition stands in the program.
struct CompiledCondition: Sendable {
  let start: Int
  /// Some test in it is on a fact that only the ledger knows.
  let needsLedger: Bool
}
