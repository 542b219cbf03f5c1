internal import PaywallCatalog

extension ValidationRule {
  /// The levels of a group name each of its products once, and no others.
  static let serviceLevels = ValidationRule { draft, sink in
    var groupIds: [String: DeclaredGroup] = [:]
    let products = Dictionary(grouping: draft.products) { $0.value.group ?? "" }
    for group in draft.groups {
      if let first = groupIds[group.value.id] {
        sink.error(
          .duplicate, at: group.places[.id],
          "'\(first.value.key)' has the identifier \(group.value.id) too",
          help: "write the identifier that App Store Connect shows for this group")
      }
      groupIds[group.value.id] = group
      checkLevels(of: group, products[group.value.key] ?? [], draft, sink)
    }
  }

  private static func checkLevels(
    of group: DeclaredGroup, _ products: [DeclaredProduct], _ draft: Draft, _ sink: DiagnosticSink
  ) {
    var seen: [String: Place] = [:]
    for product in group.levels.flatMap(\.self) {
      let name = product.value
      if let first = seen[name] {
        sink.error(
          .duplicate, at: product.place, "'\(name)' has a level already, on \(first.line)",
          help: "remove one of the two")
        continue
      }
      seen[name] = product.place
      guard let declared = draft.productsById[name], declared.value.group != group.value.key,
        draft.names[.group]?.contains(declared.value.group ?? "") ?? false
          || declared.value.type != .autoRenewable
      else { continue }
      let found = declared.value.group.map { "in group '\($0)'" } ?? declared.value.type.rawValue
      sink.error(
        .serviceLevels, at: product.place, "'\(name)' is \(found), not in '\(group.value.key)'",
        help: "remove it from these levels, or write 'group: \(group.value.key)' on the product")
    }
    for product in products
    where product.value.type == .autoRenewable && seen[product.value.id] == nil {
      sink.error(
        .serviceLevels, at: product.places[.group],
        "'\(product.value.id)' has no level in '\(group.value.key)'",
        help: "add it to the 'levels' of the group, which are ordered from the highest down")
    }
  }
}
