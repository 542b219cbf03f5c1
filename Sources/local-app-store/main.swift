import CommandSupport
import LocalAppStoreCommands

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let status = await LocalAppStoreCommand.run(
  Array(CommandLine.arguments.dropFirst()), commit: commit)
exit(status.rawValue)
