import Foundation
import Testing

@Suite("The example app")
struct LumenTests {
  private static let sources = URL(filePath: example).appending(path: "Sources")

  @Test("plays a customer from the first paywall to the win-back on the shipped configuration")
  func plays() async throws {
    let lumen = Program.url.deletingLastPathComponent().appending(path: "lumen")
    let run = try await withCopyOfExample { folder in
      let beginning = ["--config", folder.path(), "--start", "2026-12-05T10:00:00Z", "--seed", "1"]
      return try await serving(["local-app-store", "serve"] + beginning) { store in
        try await serving(["serve", "--config", folder.path(), "--app-store", store]) { server in
          try await PaywallCommandsTests.run(lumen, [server, store], environment: [:])
        }
      }
    }
    run.expect(0)
    #expect(
      run.output == """
        -- a new visitor
        [onboarding] Unlock everything
          pro_yearly with winBack winback_6m
          pro_monthly
          pro_lifetime
        may export: false
        Thank you: pro_monthly, offer none.
        may export: true
        -- the renewal is turned off: who is at risk is offered three cheaper months
        [settings] Unlock everything
          pro_yearly with promotional loyalty_20
          pro_monthly
          pro_lifetime
        Thank you: pro_yearly, offer loyalty_20.
        may export: true
        -- half a year later it has renewed by itself
        may export: true
        -- 14 months later, without a renewal
        may export: false
        -- won back
        [settings] Good to see you again
          pro_yearly with winBack winback_6m
          pro_monthly with offerCode PARTNER26
        Thank you: pro_yearly, offer winback_6m.
        may export: true
        Restored: true

        """)
  }

  @Test("the documentation quotes its source, which is at most 40 lines for six tasks")
  func quoted() throws {
    let source = try String(
      contentsOf: Self.sources.appending(path: "lumen/LumenApp.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: Self.sources.appending(path: "PaywallKit/PaywallKit.docc/Purchases.md"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(source)```"))
    let code = source.split(separator: "\n").filter {
      let line = $0.drop { $0 == " " }
      return !line.isEmpty && !line.hasPrefix("//")
    }
    #expect(code.count <= 40)
  }
}
