import ArgumentParser
import CommandSupport

/// `paywall experiment`.
struct ExperimentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "experiment", "List experiments, and carry them from a draft to their end.",
    examples: "paywall experiment list",
    "paywall experiment create annual-first",
    "paywall experiment start annual-first",
    "paywall experiment set annual-first traffic=50%",
    "paywall experiment rollout annual-first --winner annual",
    subcommands: [
      ExperimentList.self, ExperimentShow.self, ExperimentResultsCommand.self,
      ExperimentCreate.self, ExperimentStart.self,
      ExperimentSet.self, ExperimentRamp.self, ExperimentPause.self, ExperimentResume.self,
      ExperimentStop.self,
      ExperimentRestart.self, ExperimentArchive.self, ExperimentDelete.self,
      ExperimentRollout.self, ExperimentHistory.self, ExperimentOverride.self,
      ExperimentCompute.self,
    ])
}
