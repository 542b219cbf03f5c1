import PaywallCommands

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let status = await PaywallCommand.run(
  Array(CommandLine.arguments.dropFirst()), of: BuildInfo(commit: commit))
exit(status.rawValue)
