internal import PaywallCatalog
internal import YAMLText

extension NodeDecoder where Value == [String: Int64] {
  /// The units that a product credits, `{ coins: 100 }`.
  static var credits: NodeDecoder {
    let amount = NodeDecoder<Int64>.integer(1...mostUnits)
    return NodeDecoder(in: { .map(named: .ref("name"), to: amount.schema($0)) }) { node, context in
      guard let entries = node.entries else {
        return context.refuse(
          .wrongType, at: node.range, "expected a mapping of currencies, found \(node.kind)",
          help: node.isNull
            ? "write a value like { coins: 100 }, or remove the key" : "write it as { coins: 100 }")
      }
      context.refuseMore(than: 20, "currencies", in: node)
      let credits = entries.compactMap { entry -> (String, Int64)? in
        guard Names.isName(entry.key) else {
          return context.refuse(
            .invalidName, at: entry.keyRange, "'\(entry.key.shortened)' is no name of a currency",
            help: "use letters, digits, '_', '-' and '.', like coins")
        }
        return amount.decode(entry.value, context).map { (entry.key, $0) }
      }
      return Dictionary(credits) { first, _ in first }
    }
  }

  /// The most of one purchase, so that a balance stays exact in every reader of JSON.
  private static var mostUnits: Int64 { 1_000_000_000 }
}
