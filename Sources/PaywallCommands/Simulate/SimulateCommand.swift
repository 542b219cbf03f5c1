import ArgumentParser
import CatalogFiles
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Planning
import YAMLText

/// `paywall simulate EXPERIMENT`.
struct SimulateCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "simulate",
    "Assign simulated visitors to an experiment: who enters, the split, how long it takes.",
    """
    The experiment is simulated as if it ran. A draft gets the part of its layer that 'start' \
    would reserve for it. While its traffic grows by steps, each visitor enters by the share of \
    the day of their arrival: --per-day of them a day, or evenly until it ends. Nothing is \
    written.

    A goal of money is planned by what payers pay: --prices, each with a weight, or the prices in \
    Products.storekit. The window of the goal comes after the enrolment.
    """,
    examples: "paywall simulate annual-trial",
    "paywall simulate annual-trial --visitors 1000000 --baseline 4% --lift 10%",
    "paywall simulate annual-trial --baseline 4% --lift 20% --prices 4.99:6,29.99:3,59.99")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(help: "How many visitors who match its audience.") var visitors = 100_000
  @Option(help: "How much of its layer a draft gets; default: as 'start' would reserve.")
  var slice: Share?
  @OptionGroup var expectation: ExpectationOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<SimulationCard> {
    var snapshot = try configuration.load(for: console)
    let found = try snapshot.experiments.named(experiment, "experiment")
    let now = Timestamp.now()
    let reservation = try reserve(for: found, in: snapshot, at: now, console)
    if let reservation { snapshot.experiments[found.id]?.slice = reservation.slice }
    let interruption = Interruption(on: console) { "Interrupted; nothing was written." }
    let progress = Progress("Drawing visitors", on: console)
    let simulation: Simulation
    do throws(SimulationRefusal) {
      simulation = try snapshot.simulate(
        experiment: experiment, visitors: visitors, perDay: expectation.perDay.map(Double.init),
        at: now
      ) { progress.show($0, of: visitors) }
    } catch {
      throw Failure(.wrongUsage, error.text)
    }
    progress.end()
    interruption.end()
    let answered = expectation.question(
      for: found, in: snapshot, configuration.folder, at: now
    ).map(simulation.answer)
    return .parts(SimulationCard(simulation: simulation, answer: answered)) { console in
      if let reservation {
        console.write(
          wrapped: "'start' would reserve \(reservation.slice) of layer "
            + "'\(reservation.layer)'; \(reservation.left) would stay free.")
      }
      console.write(
        simulation.text(width: console.width ?? 80, isPlain: !console.isTerminal, answer: answered))
    }
  }

  /// Returns the slice that 'start' would reserve for a draft; `nil` for an experiment that has its
  /// slice, and for a draft whose slice 'start' would refuse, with a note.
  private func reserve(
    for found: Experiment, in snapshot: Snapshot, at now: Timestamp, _ console: Console
  ) throws -> SliceReservation? {
    guard found.status == .draft else {
      guard slice == nil else {
        throw Failure(
          .wrongUsage, "'\(found.id)' has started, so its slice is not chosen any more",
          help: "leave --slice out")
      }
      return nil
    }
    let path = ExperimentFile.path(of: found.id)
    let bytes = ConfigurationFiles.read(configuration.folder).0.files[path] ?? []
    let hasSlice = Document.parse(bytes, path: path).0.has("slice")
    do {
      return try SliceReservation(
        for: found, hasSlice: hasSlice, wanted: slice?.share, in: snapshot, at: now)
    } catch let refusal as Failure where hasSlice && slice == nil {
      console.note("note: 'start' would refuse it: \(refusal.message)")
      return nil
    }
  }
}
