import PaywallCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

exit(await PaywallCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
