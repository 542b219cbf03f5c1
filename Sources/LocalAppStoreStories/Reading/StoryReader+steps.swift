import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import PaywallCatalog
import YAMLText

extension StoryReader {
  /// The words of steps that are no cause.
  static let words = [
    "advance", "faults", "sent", "world", "server", "get", "post", "put", "delete",
  ]
  static let siblings = [
    "as", "refused", "of", "status", "body", "send", "headers", "take",
  ]

  mutating func steps(_ node: Node?, isFinal: Bool, into story: inout Story) {
    guard let node else { return }
    let part = isFinal ? "then" : "when"
    guard let items = node.items else {
      return report(
        "'\(part)' is a list, found \(node.kind)", at: node.range,
        help: "write each step on a line of its own after '- '")
    }
    for item in items { step(item, isFinal: isFinal, into: &story) }
  }

  private mutating func step(_ node: Node, isFinal: Bool, into story: inout Story) {
    // A word alone is a cause without members.
    let entries =
      node.entries
      ?? (node.scalar?.text).map {
        [
          Node.Entry(
            key: $0, keyRange: node.range,
            value: Node(.scalar(.init("", style: .plain)), at: node.range))
        ]
      } ?? []
    let all = Array(CauseReader.verbs.keys) + Self.words
    let main = entries.filter { !Self.siblings.contains($0.key) }
    guard let entry = main.first else {
      return report(
        "a step says what happens or what is checked", at: node.head,
        help: "write it like '- buy: pro_monthly'")
    }
    guard all.contains(entry.key) else {
      return report(
        "there is no step '\(entry.key)'", at: entry.keyRange,
        help: Nearest.help(for: entry.key, among: all) ?? "use \(Nearest.list(all.sorted()))")
    }
    guard main.count == 1 else {
      return report(
        "a step has one of '\(entry.key)' and '\(main[1].key)'", at: main[1].keyRange,
        help: "begin another one with '- '")
    }
    checkNames(in: node)
    guard let action = action(entry, entries, in: node) else { return }
    if isFinal, !action.isCheck {
      return report(
        "'\(entry.key)' does not belong in 'then', which only checks", at: entry.keyRange,
        help: "move it to 'when'")
    }
    story.steps.append(
      Story.Step(range: entry.keyRange, isFinal: isFinal, action: action))
  }

  private mutating func action(
    _ entry: Node.Entry, _ entries: [Node.Entry], in node: Node
  ) -> Story.Action? {
    let value = entry.value
    switch entry.key {
    case "advance":
      refuse(entries, but: [])
      return move(value).map(Story.Action.move)
    case "faults":
      refuse(entries, but: [])
      return faults(value).map(Story.Action.inject)
    case "sent":
      refuse(entries, but: ["of"])
      guard let items = value.items else {
        report(
          "'sent' is a list of notifications", at: value.range,
          help: "write it like [SUBSCRIBED/INITIAL_BUY, DID_RENEW]")
        return nil
      }
      return .sent(items, of: text("of", entries))
    case "world":
      refuse(entries, but: ["of"])
      return .world(value, of: text("of", entries))
    case "server":
      refuse(entries, but: ["of"])
      return .server(value, of: text("of", entries))
    case "get", "post", "put", "delete": return request(entry, entries)
    default: return cause(entry, entries, in: node)
    }
  }

  private mutating func move(_ value: Node) -> Story.Action.Move? {
    var move: ClockReader.Move?
    do {
      let json = JSONValue(value)
      var members: MemberReader
      if case .object = json {
        members = try MemberReader(json)
      } else {
        let place = Problem.Place(value.range.start)
        members = try MemberReader(
          .object([.init("by", .text(value.scalar?.text ?? ""), at: place)]))
      }
      move = try ClockReader.move(&members)
      try members.finish()
    } catch {
      report(error, "'advance'", in: value)
    }
    return move
  }

  private mutating func cause(
    _ entry: Node.Entry, _ entries: [Node.Entry], in node: Node
  ) -> Story.Action? {
    refuse(entries, but: ["as", "refused"])
    do {
      // Checks the form only: the values of names are known when the step happens.
      let cause = try CauseTemplate.cause(
        entry.key, JSONValue(entry.value),
        .init(customer: customers.first ?? "-", product: "-", transaction: "-"))
      if entry.key == "customer", let id = cause.customer { customers.append(id) }
    } catch {
      report(
        error, "'\(entry.key)'", in: entry.value.isNull ? node : entry.value,
        known: CauseTemplate.known(entry.key, JSONValue(entry.value)))
      return nil
    }
    let name = text("as", entries)
    if let name { define(name, at: node) }
    return .cause(
      Story.Cause(
        verb: entry.key, members: entry.value, name: name, refusal: text("refused", entries)))
  }

  private mutating func request(_ entry: Node.Entry, _ entries: [Node.Entry]) -> Story.Action? {
    refuse(entries, but: ["status", "body", "send", "headers", "take"])
    guard let path = entry.value.scalar?.text, path.hasPrefix("/") else {
      report(
        "'\(entry.key)' needs a path of the back end", at: entry.value.range,
        help: "write it like '\(entry.key): /v1/users/7'")
      return nil
    }
    func value(_ key: String) -> Node? { entries.first { $0.key == key }?.value }
    var status: Int?
    if let given = value("status") {
      status = (given.scalar?.text).flatMap { Int($0) }
      if status.map((100...599).contains) != true {
        report("'status' is a number from 100 to 599", at: given.range, help: "write 200")
      }
    }
    for key in ["take", "headers"] {
      guard let given = value(key), given.entries == nil else { continue }
      report(
        "'\(key)' is a mapping, found \(given.kind)", at: given.range, help: "write { name: value }"
      )
    }
    var take: [(name: String, path: String)] = []
    for taken in value("take")?.entries ?? [] {
      guard let path = taken.value.scalar?.text else {
        report("'take' names a path of the answer", at: taken.value.range, help: nil)
        continue
      }
      define(taken.key, at: taken.value)
      take.append((taken.key, path))
    }
    return .request(
      Story.Request(
        method: entry.key.uppercased(), path: entry.value, headers: value("headers"),
        send: value("send"), status: status, body: value("body"), take: take))
  }

  private mutating func text(_ key: String, _ entries: [Node.Entry]) -> String? {
    guard let value = entries.first(where: { $0.key == key })?.value else { return nil }
    guard let text = value.scalar?.text, !text.isEmpty else {
      report("'\(key)' is a word", at: value.range, help: nil)
      return nil
    }
    return text
  }

  private mutating func refuse(_ entries: [Node.Entry], but allowed: [String]) {
    for entry in entries.filter({ Self.siblings.contains($0.key) && !allowed.contains($0.key) }) {
      report(
        "'\(entry.key)' does not go with this step", at: entry.keyRange,
        help: allowed.isEmpty ? "remove it" : "it takes \(Nearest.list(allowed))")
    }
  }

  private mutating func define(_ name: String, at node: Node) {
    guard Reference.isName(name), !Reference.members.contains(name), name != "now" else {
      return report(
        "'\(name)' cannot be a name", at: node.head,
        help: "write letters and digits, and none of \(Nearest.list(Reference.members))")
    }
    names.insert(name)
  }

  /// Refuses `$names` that nothing defines before they are used.
  private mutating func checkNames(in node: Node) {
    for entry in node.entries ?? [] { checkNames(in: entry.value) }
    for item in node.items ?? [] { checkNames(in: item) }
    guard let text = node.scalar?.text else { return }
    for reference in Reference.all(in: text) {
      let known = names.union(Reference.members).union(["now", "any", "none"])
      if let customer = reference.customer {
        guard customers.contains(customer), Reference.members.contains(reference.name) else {
          report(
            "there is no '$\(customer).\(reference.name)'", at: node.range,
            help: "a customer of the story has \(Nearest.list(Reference.members))")
          continue
        }
      } else if !known.contains(reference.name) {
        report(
          "nothing is called '$\(reference.name)' here", at: node.range,
          help: Nearest.help(for: reference.name, among: known.sorted())
            ?? "name it with 'as' or 'take' in an earlier step; $$ is a dollar")
      }
    }
  }
}

extension Story.Action {
  fileprivate typealias Move = ClockReader.Move
}
