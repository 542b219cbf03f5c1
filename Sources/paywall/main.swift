import CommandSupport
import PaywallCommands

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let status = await PaywallCommand.run(
  Array(CommandLine.arguments.dropFirst()), commit: commit)
exit(status.rawValue)
