import ArgumentParser
import CommandSupport

/// The options of every command that prints an answer.
struct AnswerOptions: ParsableArguments {
  @Flag(
    name: .customLong("json"), help: "Print JSON; 'local-app-store schema COMMAND' has its shape.")
  var isJSON = false
}
