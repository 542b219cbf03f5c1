import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import PaywallServer

/// `paywall doctor`.
struct DoctorCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "doctor", "Check what a server needs, and say what to fix.",
    """
    Takes the options of 'paywall serve' and the same environment variables, and changes \
    nothing. With --url it also looks at a running server from outside, as Apple does. With \
    --app-store-key it asks Apple: whether the key is taken, and whether a test notification \
    arrives, which it lets Apple post. Exits 1 if anything is an error.
    """,
    examples: "paywall doctor --config ../app --state-dir /var/lib/paywall",
    "paywall doctor --url https://paywalls.example.com --json")

  @Option("url", "Look at the server at this address as well.") var url: String?
  @OptionGroup var answer: AnswerOptions
  @OptionGroup(title: "Options of serve") var serve: ServeCommand

  func validate() throws {
    guard let url else { return }
    guard let url = URL(string: url), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      throw ValidationError("--url takes an address such as https://paywalls.example.com.")
    }
  }

  func printed(on console: Console) async throws -> Printed<[Finding]> {
    let findings = await findings()
    let isBad = findings.contains { $0.verdict == .error }
    return Printed(findings, status: isBad ? .no : .fine) { console in
      findings.map { $0.text(for: console) }.joined(separator: "\n")
    }
  }

  private func findings() async -> [Finding] {
    let settings: Settings
    do throws(SettingsError) {
      settings = try Settings.read(
        flags: serve.flags, environment: ProcessInfo.processInfo.environment)
    } catch {
      return error.mistakes.map { Finding("settings", .error, $0) }
    }
    var findings = LocalChecks(settings: settings, now: .now()).findings
    findings.append(await PortCheck(settings: settings).finding())
    findings += await AppleChecks.findings(settings)
    guard let url = url.flatMap({ URL(string: $0) }) else { return findings + .withoutURL }
    return findings + (await RemoteChecks(url: url, now: { Date() }).findings())
  }
}
