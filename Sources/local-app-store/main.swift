import CommandSupport
import LocalAppStoreCommands
import SystemLibrary

let status = await LocalAppStoreCommand.run(
  Array(CommandLine.arguments.dropFirst()), commit: commit)
exit(status.rawValue)
