import ArgumentParser

/// The options of every command that prints an answer.
struct AnswerOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON; 'paywall schema COMMAND' has its shape.")
  var isJSON = false
}
