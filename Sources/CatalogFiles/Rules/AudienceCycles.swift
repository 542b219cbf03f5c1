internal import PaywallCatalog

extension ValidationRule {
  /// No audience is made of itself.
  static let audienceCycles = ValidationRule { draft, sink in
    var uses: [String: [Use]] = [:]
    for use in draft.uses where use.subject.kind == .audience && use.user?.kind == .audience {
      uses[use.user?.name ?? "", default: []].append(use)
    }
    var finished: Set<String> = []
    for audience in draft.audiences {
      var walk = Walk(uses: uses, finished: finished)
      walk.visit(audience.value.name)
      for (use, path) in walk.cycles {
        let circle = path.joined(separator: " → ")
        sink.error(
          .cycle, at: use.place, "'\(use.subject.name)' is made of itself: \(circle)",
          help: "take this name out, or write its tests here")
      }
      finished = walk.finished
    }
  }

  /// A depth-first walk over references between audiences; each cycle is found once.
  private struct Walk {
    let uses: [String: [Use]]
    var finished: Set<String>
    var path: [String] = []
    var cycles: [(Use, [String])] = []

    mutating func visit(_ name: String) {
      guard !finished.contains(name), path.count <= AudienceDepth.most else { return }
      path.append(name)
      for use in uses[name] ?? [] {
        if let start = path.firstIndex(of: use.subject.name) {
          cycles.append((use, path[start...] + [use.subject.name]))
        } else {
          visit(use.subject.name)
        }
      }
      path.removeLast()
      finished.insert(name)
    }
  }
}
