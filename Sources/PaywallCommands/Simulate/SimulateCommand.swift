import ArgumentParser
import Catalog
import Planning

/// `paywall simulate EXPERIMENT`.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract:
      "Assign simulated visitors to an experiment: who enters, the split, how long it takes.",
    discussion: """
      The experiment is simulated as if it ran, also while it is a draft. Nothing is written.

      EXAMPLE
        paywall simulate annual-trial
        paywall simulate annual-trial --visitors 1000000 --baseline 4% --lift 10% \\
          --per-day 3000
      """)

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "How many visitors who match its audience.") var visitors = 100_000
  @OptionGroup var expectation: ExpectationOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try configuration.load(for: console)
    _ = try snapshot.experiments.named(experiment, "experiment")
    let progress = Progress("Drawing visitors", of: visitors, on: console)
    let simulation: Simulation
    do throws(SimulationRefusal) {
      simulation = try snapshot.simulate(
        experiment: experiment, visitors: visitors, at: .now(), progress: progress.show)
    } catch {
      throw Failure(.wrongUsage, error.text)
    }
    progress.end()
    let answered = expectation.question.map(simulation.answer)
    if self.answer.isJSON {
      return try console.write(json: JSONContent(simulation.content(answer: answered)))
    }
    console.write(
      simulation.text(width: console.width ?? 80, isPlain: !console.isTerminal, answer: answered))
  }
}
