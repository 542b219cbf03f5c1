import ArgumentParser
import CommandSupport
import Foundation
import PaywallCatalog
import PaywallTextCoding

/// The addresses at which a server shows an experiment to people.
struct ExperimentPages: ParsableArguments {
  @Option("url", "Also print where this server shows it, once it has the file.")
  var server: String?

  func validate() throws {
    if let server { _ = try URL(server: server) }
  }

  /// Returns `Pictures: https://paywalls.example.com/preview/onboarding`; nothing without
  /// `--server`.
  ///
  /// - Parameter results: the experiment that starts; `nil` for a draft, which has no results.
  func sentences(for placements: [String], results: String? = nil) -> [String] {
    guard let server else { return [] }
    let root = server.hasSuffix("/") ? String(server.dropLast()) : server
    return placements.map { "Pictures: \(root)/preview/\($0.percentEncoded)" }
      + [results.map { "Results: \(root)/results/\($0.percentEncoded)" }].compactMap(\.self)
  }
}
