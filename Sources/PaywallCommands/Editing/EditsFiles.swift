import ArgumentParser
import CommandSupport
import HTTPDocuments

/// A command that changes files, with the options for it.
protocol EditsFiles: AsyncParsableCommand, AnswersInJSON {
  var configuration: ConfigurationOptions { get }
  var editing: EditOptions { get }

  func edit(_ editor: ConfigurationEditor) async throws
}

extension EditsFiles {
  static var answerSchema: Schema { EditCard.schema }

  func run() async throws {
    try await edit(
      ConfigurationEditor(configuration, editing, for: .ofProcess(), at: .now()))
  }
}

/// A verb that changes the file of an experiment.
protocol EditsExperiment: EditsFiles {
  var experiment: String { get }

  func edit(_ file: ExperimentFile) async throws
}

extension EditsExperiment {
  func edit(_ editor: ConfigurationEditor) async throws {
    try await edit(editor.experiment(experiment))
  }
}
