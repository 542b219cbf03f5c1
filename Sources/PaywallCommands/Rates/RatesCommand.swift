import ArgumentParser
import CommandSupport

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
