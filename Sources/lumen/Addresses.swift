import Foundation

/// The addresses of the command line; the defaults are those that the README starts.
struct Addresses {
  let server: URL
  let store: URL
  let customer: String

  /// `nil` if it names no addresses.
  init?(_ arguments: ArraySlice<String>) {
    let standard = ["http://127.0.0.1:8080", "http://127.0.0.1:8090", "mona"]
    let all = arguments + standard.dropFirst(arguments.count)
    guard all.count == 3, let server = URL(string: all[all.startIndex]),
      let store = URL(string: all[all.startIndex + 1])
    else { return nil }
    (self.server, self.store, customer) = (server, store, all[all.startIndex + 2])
  }
}
