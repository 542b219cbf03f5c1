import Foundation
import FuzzBodies

// One binary for every target, so that the modules are built once: FUZZ_TARGET names it, because
// libFuzzer has the arguments and passes them on to the processes that it starts.

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

guard let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"],
  let found = FuzzTarget(rawValue: name)
else {
  print("FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
  exit(2)
}
let target = found

/// Traps where a law is broken, so that libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try target.run(Array(UnsafeBufferPointer(start: data, count: count)))
  } catch {
    // libFuzzer keeps an input only if the process traps.
    fatalError("\(target): \(error)")
  }
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments, testOneInput))
