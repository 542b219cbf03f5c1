package import ArgumentParser

/// The value of an option: its name in the help, and its completion in a shell.
package struct OptionValue: ExpressibleByStringLiteral {
  fileprivate let name: String
  fileprivate var completion: CompletionKind?

  package init(stringLiteral name: String) { self.name = name }

  private init(_ name: String, _ completion: CompletionKind) {
    (self.name, self.completion) = (name, completion)
  }

  package static let file = OptionValue("file", .file())
  package static let folder = OptionValue("folder", .directory)
  /// A ledger is a file or an address.
  package static let ledger = OptionValue("ledger", .file())

  fileprivate func help(_ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: name) }
}

extension Option where Value: ExpressibleByArgument {
  package init(name: NameSpecification = .long, _ value: OptionValue, _ help: String) {
    self.init(name: name, help: value.help(help), completion: value.completion)
  }

  package init(
    wrappedValue: Value, name: NameSpecification = .long, _ value: OptionValue, _ help: String
  ) {
    self.init(
      wrappedValue: wrappedValue, name: name, help: value.help(help), completion: value.completion)
  }
}

extension Option {
  package init<Item: ExpressibleByArgument>(
    name: NameSpecification = .long, _ value: OptionValue, _ help: String
  ) where Value == Item? {
    self.init(name: name, help: value.help(help), completion: value.completion)
  }

  package init<Item: ExpressibleByArgument>(
    name: NameSpecification = .long, _ value: OptionValue, _ help: String
  ) where Value == [Item] {
    self.init(name: name, help: value.help(help), completion: value.completion)
  }

  package init<Item: ExpressibleByArgument>(
    wrappedValue: [Item], name: NameSpecification = .long, _ value: OptionValue, _ help: String
  ) where Value == [Item] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: value.help(help), completion: value.completion)
  }
}
