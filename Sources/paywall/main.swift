import PaywallCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

exit(await PaywallCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
