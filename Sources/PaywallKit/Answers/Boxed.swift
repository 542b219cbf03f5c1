/// A value behind one reference.
indirect enum Boxed<Value> {
  case boxed(Value)

  init(_ value: Value) { self = .boxed(value) }

  var value: Value {
    switch self {
    case .boxed(let value): value
    }
  }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
