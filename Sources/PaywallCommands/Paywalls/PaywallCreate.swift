import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import Serving
import YAMLText

/// `paywall wall create ID`.
struct PaywallCreate: EditsFiles {
  static let configuration = CommandConfiguration(
    "create", "Write the file of a new paywall, or copy that of another one.",
    examples:
      "paywall wall create winter --product pro_yearly --product pro_monthly --title Winter",
    "paywall wall create winter --from standard")

  @Argument(help: "The new id, the name of the file: small letters, digits, '.', '-' and '_'.")
  var paywall: String
  @Option(help: "What it sells, in this order; may be repeated.") var product: [String] = []
  @Option(help: "For people.") var title: String?
  @Option(
    help: ArgumentHelp("Copy this paywall, comments and all.", valueName: "paywall"),
    completion: .paywalls)
  var from: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func validate() throws {
    try require(
      !product.isEmpty || from != nil,
      "A paywall needs --product, once or more, or --from another one.")
  }

  func edit(_ editor: ConfigurationEditor) throws {
    let path = ConfigurationPath.paywall(paywall)
    try editor.requireNew(path, "a paywall", paywall, verbs: "wall")
    try editor.apply(
      Proposal(
        path: path, text: try text(editor), question: "Write it?",
        done: "Wrote \(path). Next: show it by a rule of a placement, or in an experiment.",
        effects: ["Nothing names it yet, so nothing changes for visitors."]))
  }

  private func text(_ editor: ConfigurationEditor) throws -> String {
    var form = Schemas.modeline(for: ConfigurationPath.paywall(paywall)).map { "\($0)\n" } ?? ""
    if let from {
      let found = try editor.snapshot.paywalls.named(from, "paywall")
      form = String(
        decoding: editor.files.files[ConfigurationPath.paywall(found.id)] ?? [], as: UTF8.self)
    } else {
      form += "title: x\nproducts: []\n"
    }
    for product in product { _ = try editor.snapshot.products.named(product, "product") }
    var edits: [Edit] = []
    if let title {
      edits.append(.set("title", .text(title)))
    } else if from == nil {
      edits.append(.remove("title"))
    }
    if !product.isEmpty {
      edits.append(.set("products", .list(product.map { .text($0) }, .block)))
      edits += selection(from: from, editor)
    }
    return try Document.parse(form, path: ConfigurationPath.paywall(paywall)).0
      .text(after: edits, for: editor.console)
  }

  /// Selects the first product if a copy would otherwise select one that it does not sell.
  private func selection(from: String?, _ editor: ConfigurationEditor) -> [Edit] {
    guard let selected = from.flatMap({ editor.snapshot.paywalls[$0]?.selected }),
      !product.contains(selected), let first = product.first
    else { return [] }
    return [.set("selected", .text(first))]
  }
}
