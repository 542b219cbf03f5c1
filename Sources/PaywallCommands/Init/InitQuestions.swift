import CommandSupport
import PaywallCatalog

/// The questions of `init` on a terminal.
struct InitQuestions {
  private let prompt: Prompt

  init(_ prompt: Prompt) { self.prompt = prompt }

  var arePossible: Bool { prompt.isPossible }

  /// Asks for the parts that the app does not have yet.
  func complete(_ app: inout NewApp, asksLocales: Bool) throws {
    if app.bundleId.isEmpty {
      app.bundleId = try prompt.line("Bundle id, as in Xcode (com.example.photos)") { text in
        guard text.contains(".") else {
          throw Failure(.wrongUsage, "a bundle id has words with dots between them")
        }
        return text
      }
    }
    if asksLocales {
      let answer = try prompt.line("Languages, the default first", default: "en") { $0 }
      app.locales = answer.split { ", ".contains($0) }.map(String.init)
    }
    guard app.products.isEmpty else { return }
    app.sell(try products(), groupId: nil)
    guard !app.groups.isEmpty else { return }
    let id = try prompt.line("Number of the subscription group in App Store Connect, or later") {
      $0
    }
    app.groups[0].id = id.isEmpty || id == "later" ? nil : id
  }

  private func products() throws -> [NewApp.Product] {
    var products: [NewApp.Product] = []
    while true {
      let question =
        products.isEmpty
        ? "Product and its period, such as pro_yearly=P1Y, or lifetime=nonConsumable"
        : "Another product, or none"
      let next = try prompt.line(question, default: products.isEmpty ? nil : "none") { text in
        text == "none" ? nil : try NewApp.Product(words: text)
      }
      guard let next else { return products }
      products.append(next)
    }
  }
}

extension NewApp {
  /// Subscriptions share one group, in the order in which they are named.
  mutating func sell(_ products: [Product], groupId: String?) {
    self.products = products
    guard products.contains(where: { $0.type == .autoRenewable }) else { return }
    groups = [Group(key: "pro", id: groupId)]
    for index in products.indices where products[index].type == .autoRenewable {
      self.products[index].group = "pro"
      self.products[index].level = index + 1
    }
  }
}
