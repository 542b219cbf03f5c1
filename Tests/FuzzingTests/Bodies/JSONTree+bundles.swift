@testable import PaywallBundles

extension JSONTree {
  /// Reads bytes as a bundle's reader does; a failure has the words of the refusal.
  static func bundle(_ bytes: [UInt8]) -> Result<JSONTree, Finding> {
    do throws(BundleProblem) {
      return .success(JSONTree(try BundleNode(json: bytes)))
    } catch {
      return .failure(Finding(error.detail))
    }
  }

  private init(_ node: BundleNode) {
    self =
      switch node.value {
      case .null: .null
      case .boolean(let flag): .flag(flag)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .text(let text): .text(Array(text.utf8))
      case .list(let items): .list(items.map(JSONTree.init))
      case .object(let members):
        .object(members.map { Member(name: Array($0.name.utf8), value: JSONTree($0.node)) })
      }
  }
}
