import CatalogFiles
import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// Links as git keeps them: a file with the target of the link.
@Suite struct RevisionTreeTests {
  private func tree(_ lines: [(mode: String, path: String, target: String)]) -> RevisionTree {
    let entries = lines.compactMap { mode, path, target in
      RevisionTree.Entry(line: Array("\(mode) blob \(target)\t\(path)".utf8))
    }
    var tree = RevisionTree(entries)
    tree.readLinks { $0.map { Array($0.replacing("|", with: "/").utf8) } }
    return tree
  }

  @Test func `A link inside leads to its file, one that leads out is refused`() {
    let tree = tree([
      ("100644", "Paywalls/real.yaml", "aaaa"), ("120000", "Paywalls/a.yaml", "real.yaml"),
      ("120000", "Paywalls/out.yaml", "..|..|etc|passwd"),
      ("120000", "Paywalls/absolute.yaml", "|etc|passwd"),
      ("120000", "Paywalls/hidden.yaml", "..|.git|config"),
      ("120000", "Paywalls/round.yaml", "round.yaml"),
      ("120000", "Paywalls/gone.yaml", "nothing.yaml"),
      ("120000", "Experiments", "Paywalls|runs"), ("100644", "Paywalls/runs/x.yaml", "bbbb"),
    ])
    #expect(
      tree.files().map { "\($0.path) \($0.object)" } == [
        "Experiments/x.yaml bbbb", "Paywalls/a.yaml aaaa", "Paywalls/real.yaml aaaa",
        "Paywalls/runs/x.yaml bbbb",
      ])
    #expect(
      tree.refusals == [
        "Paywalls/out.yaml": .leadsOutside, "Paywalls/absolute.yaml": .leadsOutside,
        "Paywalls/hidden.yaml": .leadsToHidden, "Paywalls/round.yaml": .tooManyLinks,
        "Paywalls/gone.yaml": .missing,
      ])
    #expect(tree.diagnostics.count == 5)
  }

  @Test func `A link to elsewhere in the folder asks for more of the tree`() {
    var tree = tree([("120000", "Paywalls", "config|Paywalls")])
    #expect(tree.unlisted == ["config"])
    let more = ["100644 blob cccc\tconfig/Paywalls/a.yaml"]
    tree.add(more.compactMap { RevisionTree.Entry(line: Array($0.utf8)) })
    #expect(tree.unlisted == [])
    #expect(tree.files().map(\.path) == ["Paywalls/a.yaml"])
  }
}
