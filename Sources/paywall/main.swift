import CommandSupport
import PaywallCommands
import SystemLibrary

let status = await PaywallCommand.run(
  Array(CommandLine.arguments.dropFirst()), commit: commit)
exit(status.rawValue)
