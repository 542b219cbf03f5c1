import PaywallCatalog
import PaywallTextCoding

/// Compiles the conditions of a snapshot: the named audiences first, then everything that uses
/// them.
struct ConditionCompiler {
  private let schema: AttributeSchema
  /// The number of each named audience.
  private(set) var numbers: [String: Int] = [:]
  private var needsLedger: [Bool] = []
  let literals: LiteralTable
  var program = Conditions.Program()

  init(_ snapshot: Snapshot) {
    schema = snapshot.schema
    literals = LiteralTable(snapshot.conditions, schema: schema)
    let names = snapshot.audiences.keys.sorted(byUTF8: \.self)
    numbers = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for name in names {
      program.audiences.append(program.nodes.count)
      append(snapshot.audiences[name]?.condition ?? .any([]))
    }
    var walk = AudienceWalk(program: program)
    (program, needsLedger) = walk.run()
  }

  /// Adds a condition; `nil` is everyone.
  mutating func compile(_ condition: Condition?) -> CompiledCondition? {
    guard let condition, !condition.isEveryone else { return nil }
    let start = program.nodes.count
    append(condition)
    let needs = program.nodes[start...].contains { node in
      switch node.operation {
      case .audience(let number): needsLedger[number]
      default: node.isOnLedger
      }
    }
    return CompiledCondition(start: start, needsLedger: needs)
  }

  private mutating func append(_ condition: Condition) {
    switch condition {
    case .audience(let name):
      node(operation(forAudience: name), .word(name))
    case .test(let test):
      guard test.operators.count != 1 else {
        return append(test.operators[0], on: test.attribute)
      }
      group(.all, "all", test.operators) { $0.append($1, on: test.attribute) }
    case .all(let parts): group(.all, "all", parts) { $0.append($1) }
    case .any(let parts): group(.any, "any", parts) { $0.append($1) }
    case .not(let part): group(.not, "not", [part]) { $0.append($1) }
    }
  }

  private func operation(forAudience name: String) -> Conditions.Operation {
    if let number = numbers[name] { return .audience(number) }
    return .constant(name.hasSameUTF8(as: Condition.everyone) ? .true : .unknown)
  }

  private mutating func append(_ written: AttributeTest.Operator, on name: String) {
    let source = Conditions.Source.test(attribute: name, written)
    guard let slot = schema.slot(of: name), let attribute = schema[name],
      let operation = operation(written, on: attribute, slot: slot)
    else { return node(.constant(.unknown), source) }
    node(operation, source, isOnLedger: attribute.isKnownToLedgerOnly)
  }

  private mutating func group<Part>(
    _ operation: Conditions.Operation, _ word: String, _ parts: [Part],
    each append: (inout Self, Part) -> Void
  ) {
    let start = program.nodes.count
    node(operation, .word(word))
    for part in parts { append(&self, part) }
    program.nodes[start].end = program.nodes.count
  }

  private mutating func node(
    _ operation: Conditions.Operation, _ source: Conditions.Source, isOnLedger: Bool = false
  ) {
    program.nodes.append(
      .init(operation: operation, end: program.nodes.count + 1, isOnLedger: isOnLedger))
    program.sources.append(source)
  }
}

extension Attribute {
  /// Every attribute that begins with `subscription.`.
  var isKnownToLedgerOnly: Bool {
    origin == .computed && name.utf8.starts(with: Attribute.ledgerPrefix.utf8)
  }

  package static let ledgerPrefix = "subscription."
}

extension Snapshot {
  /// All conditions of the snapshot.
  fileprivate var conditions: [Condition] {
    audiences.values.map(\.condition) + experiments.values.compactMap(\.audience)
      + placements.values.flatMap { $0.rules.map(\.audience) }
      + offers.values.compactMap(\.audience)
  }
}

extension Condition {
  fileprivate var isEveryone: Bool {
    if case .audience(let name) = self { name.hasSameUTF8(as: Condition.everyone) } else { false }
  }
}

/// Walks the references between audiences: finds which of them need the ledger, and replaces
/// cycles, which a valid snapshot does not have, by unknown.
private struct AudienceWalk {
  var program: Conditions.Program
  private var state: [State]
  private var needsLedger: [Bool]

  private enum State { case new, entered, done }

  init(program: Conditions.Program) {
    self.program = program
    state = Array(repeating: .new, count: program.audiences.count)
    needsLedger = Array(repeating: false, count: program.audiences.count)
  }

  mutating func run() -> (Conditions.Program, [Bool]) {
    for number in program.audiences.indices { visit(number) }
    return (program, needsLedger)
  }

  private mutating func visit(_ number: Int) {
    guard state[number] == .new else { return }
    state[number] = .entered
    let start = program.audiences[number]
    for index in start..<program.nodes[start].end {
      switch program.nodes[index].operation {
      case .audience(let other) where state[other] == .entered:
        program.nodes[index].operation = .constant(.unknown)
      case .audience(let other):
        visit(other)
        needsLedger[number] = needsLedger[number] || needsLedger[other]
      default:
        needsLedger[number] = needsLedger[number] || program.nodes[index].isOnLedger
      }
    }
    state[number] = .done
  }
}
