import PaywallCatalog

/// All conditions of a snapshot as one flat program of integers. A condition's nodes are
/// consecutive, each before its parts, with the index of the next node. A class, so that evaluation
/// copies none of it.
package final class Conditions: Sendable {
  private let nodes: [Node]
  private let audiences: [Int]
  private let keys: [Int64]
  private let textTests: [TextTest]
  private let sources: [Source]

  init(_ program: Program) {
    nodes = program.nodes
    audiences = program.audiences
    keys = program.keys
    textTests = program.textTests
    sources = program.sources
  }

  /// The program while it is compiled.
  struct Program {
    var nodes: [Node] = []
    /// The start of the condition of each named audience.
    var audiences: [Int] = []
    /// The keys of all lists, one after the other, each sorted.
    var keys: [Int64] = []
    var textTests: [TextTest] = []
    /// The source of each node, for explanations.
    var sources: [Source] = []
  }

  struct Node: Sendable {
    var operation: Operation
    /// The index after this node and its parts.
    var end: Int
    /// The test is on a fact that only the ledger knows.
    var isOnLedger = false
  }

  enum Operation: Sendable {
    case constant(Truth)
    case all, any, not
    /// A named audience, by its number.
    case audience(Int)
    case exists(slot: Int, Bool)
    case compare(slot: Int, Relation, Int64)
    /// One of the keys in a range of `keys`.
    case oneOf(slot: Int, first: Int, count: Int)
    /// A text test, by its number.
    case text(slot: Int, Int)
  }

  enum Relation: Sendable {
    case equal, atLeast, atMost, moreThan, lessThan
  }

  enum Source: Sendable {
    case word(String)
    case test(attribute: String, AttributeTest.Operator)
  }

  /// Evaluates a condition, and records nothing.
  package func truth(of condition: CompiledCondition, for visitor: Visitor) -> Truth {
    var silent = NullTracer()
    return truth(at: condition.start, for: visitor, withoutLedger: false, tracer: &silent)
  }

  /// Evaluates a named audience, by its number.
  package func truth(ofAudience number: Int, for visitor: Visitor) -> Truth {
    truth(of: CompiledCondition(start: audiences[number], needsLedger: false), for: visitor)
  }

  /// Evaluates in three-valued logic; parts that cannot change the result are skipped, unless the
  /// tracer needs them. With `withoutLedger`, every test on a fact that only the ledger knows is
  /// unknown, also `exists` and `subscription.known`: the result then holds whatever the ledger
  /// contains.
  func truth<T: Tracer>(
    at index: Int, for visitor: Visitor, withoutLedger: Bool, tracer: inout T
  ) -> Truth {
    if T.isOn { tracer.open(sources[index]) }
    let node = nodes[index]
    let result: Truth
    switch node.operation {
    case .constant(let truth): result = truth
    case .audience(let number):
      result = truth(
        at: audiences[number], for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
    case .not:
      result = !truth(at: index + 1, for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
    case .all:
      var joined = Truth.true
      var part = index + 1
      while part < node.end, T.isOn || joined != .false {
        joined =
          joined && truth(at: part, for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
        part = nodes[part].end
      }
      result = joined
    case .any:
      var joined = Truth.false
      var part = index + 1
      while part < node.end, T.isOn || joined != .true {
        joined =
          joined || truth(at: part, for: visitor, withoutLedger: withoutLedger, tracer: &tracer)
        part = nodes[part].end
      }
      result = joined
    case .exists, .compare, .oneOf, .text:
      result = withoutLedger && node.isOnLedger ? .unknown : test(node.operation, visitor)
    }
    if T.isOn { tracer.close(result, saw: node.operation.slot.flatMap { visitor[$0] }) }
    return result
  }

  private func test(_ operation: Operation, _ visitor: Visitor) -> Truth {
    switch operation {
    case .exists(let slot, let expected): return Truth((visitor.key(slot) != nil) == expected)
    case .compare(let slot, let relation, let bound):
      guard let key = visitor.key(slot) else { return .unknown }
      return switch relation {
      case .equal: Truth(key == bound)
      case .atLeast: Truth(key >= bound)
      case .atMost: Truth(key <= bound)
      case .moreThan: Truth(key > bound)
      case .lessThan: Truth(key < bound)
      }
    case .oneOf(let slot, let first, let count):
      guard let key = visitor.key(slot) else { return .unknown }
      return Truth(has(key, first, count))
    case .text(let slot, let number): return textTests[number].truth(of: visitor[slot])
    case .constant, .all, .any, .not, .audience: return .unknown
    }
  }

  /// Binary search in one list of `keys`.
  private func has(_ key: Int64, _ first: Int, _ count: Int) -> Bool {
    var (low, high) = (first, first + count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] == key { return true }
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

extension Conditions.Operation {
  /// The slot that a test reads.
  var slot: Int? {
    switch self {
    case .exists(let slot, _), .compare(let slot, _, _), .oneOf(let slot, _, _),
      .text(let slot, _):
      slot
    case .constant, .all, .any, .not, .audience: nil
    }
  }
}

/// The position of a condition in the program.
package struct CompiledCondition: Sendable {
  let start: Int
  /// A test in it is on a fact that only the ledger knows.
  package let needsLedger: Bool
}
