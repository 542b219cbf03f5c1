import ArgumentParser
import CatalogFiles
import CommandSupport
import Foundation
import PaywallCatalog
import Serving

import YAMLText

/// `paywall rates import FILE`.
struct RatesImport: EditsFiles {
  static let configuration = CommandConfiguration(
    "import", "Add the European Central Bank's rates of a day to rates.yaml.",
    """
    Nothing is fetched: download eurofxref.csv, eurofxref-hist.csv or the XML of the same name from \
    the bank. Rates are converted to the base of Paywalls/store/rates.yaml, and its comments \
    stay. A day that is there is never changed, because phases keep its rates. The bank has no \
    rates of some currencies of the App Store: write those by hand.
    """,
    examples: "paywall rates import eurofxref.csv",
    "paywall rates import eurofxref-hist.csv --date 2026-11-02 --yes")

  static let path = ConfigurationPath.rates

  @Argument(
    help: ArgumentHelp("The bank's file, CSV or XML.", valueName: "file"), completion: .file())
  var file: String
  @Option("day", "The day of the rates, like 2026-11-25; needed for a file of many.")
  var date: String?
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var editing: EditOptions

  func edit(_ editor: ConfigurationEditor) throws {
    let known = editor.snapshot.rates
    let base = known?.base ?? "USD"
    do {
      let rates = try ReferenceRates(text())
      let day = try day(of: rates)
      let found = try rates.rates(on: day, base: base)
      if known?.days.contains(where: { $0.date == day }) == true {
        throw ReferenceRates.Refusal(
          message: "\(Self.path) has rates of \(day) already",
          help: "phases keep them; import another --date, or edit the file by hand")
      }
      try add(found, of: day, base: base, editor)
    } catch let refusal as ReferenceRates.Refusal {
      throw Failure(.no, refusal.message, help: refusal.help)
    }
  }

  private func text() throws -> String {
    String(
      decoding: try Array(file: file, help: "name the bank's file", orElse: .wrongUsage),
      as: UTF8.self)
  }

  private func day(of rates: ReferenceRates) throws(ReferenceRates.Refusal) -> String {
    if let date { return date }
    guard rates.days.count == 1, let only = rates.days.keys.first else {
      throw ReferenceRates.Refusal(
        message: "the file has rates of \(rates.days.count) days",
        help: "name one, like --date \(rates.days.keys.max() ?? "2026-11-25")")
    }
    return only
  }

  private func add(
    _ rates: [(currency: String, micros: Int64)], of day: String, base: String,
    _ editor: ConfigurationEditor
  ) throws {
    let members = rates.map {
      YAMLValue.Member($0.currency, .text(ReferenceRates.text($0.micros)))
    }
    let text: String
    if let bytes = editor.files.files[Self.path] {
      let (document, _) = Document.parse(bytes, path: Self.path)
      text = try document.text(
        after: [.set(DocumentPath([.key("rates"), .key(day)]), .mapping(members, .flow))],
        for: editor.console)
    } else {
      let entries = rates.map { "\($0.currency): \(ReferenceRates.text($0.micros))" }
      text = "base: \(base)\nrates:\n  \(day): { \(entries.joined(separator: ", ")) }\n"
    }
    try editor.apply(
      Proposal(
        path: Self.path, text: text,
        question: "Add \(rates.count) rates of \(day)?",
        done: "Added \(rates.count) rates of \(day).",
        effects: [
          "Phases that begin from \(day) on count money by them; those that have begun keep theirs."
        ]))
  }
}

/// `paywall rates`.
struct RatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "rates", "Keep the rates by which results count money.",
    """
    A phase of an experiment keeps the rates of the day it began, so that no exchange rate looks \
    like an effect.
    """,
    examples: "paywall rates import eurofxref.csv",
    subcommands: [RatesImport.self])
}
