import HTTPDocuments
import PaywallAPI
import PaywallServer

extension JSONTree {
  /// Reads bytes as the server does; a failure has the words of the refusal.
  static func server(_ bytes: [UInt8]) -> Result<JSONTree, Finding> {
    do throws(Problem) {
      return .success(JSONTree(try JSONReader.read(bytes)))
    } catch {
      return .failure(Finding(error.detail))
    }
  }

  private init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let flag): .flag(flag)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .text(let text): .text(Array(text.utf8))
      case .list(let items): .list(items.map(JSONTree.init))
      case .object(let members):
        .object(members.map { Member(name: Array($0.name.utf8), value: JSONTree($0.value)) })
      }
  }
}
