import CLibPQ
import Ledger
import LedgerStorage

/// A result of libpq, which is freed with its value.
@safe struct ResultHandle: ~Copyable {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { unsafe self.result = result }

  deinit { unsafe PQclear(result) }

  var status: ExecStatusType { unsafe PQresultStatus(result) }
  var rows: Int { unsafe Int(PQntuples(result)) }

  /// How many rows a statement wrote.
  var changes: Int {
    guard let text = unsafe PQcmdTuples(result) else { return 0 }
    return unsafe Int(String(cString: text)) ?? 0
  }

  var error: PostgresError {
    PostgresError(
      state: field(Int32(UInt8(ascii: "C"))),
      message: field(Int32(UInt8(ascii: "M"))) ?? "no message")
  }

  func row(_ number: Int) -> SQLRow { unsafe SQLRow(result, Int32(number)) }

  /// The types of a statement's parameters, from its description.
  var parameterTypes: [ParameterType] {
    let count = unsafe PQnparams(result)
    return (0..<count).map { unsafe ParameterType(oid: PQparamtype(result, $0)) }
  }

  private func field(_ code: Int32) -> String? {
    unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) }
  }
}

/// How a parameter is sent in binary form.
enum ParameterType: Sendable {
  case int2, int4, int8, text, bytes

  init(oid: Oid) {
    switch oid {
    case 21: self = .int2
    case 23: self = .int4
    case 20: self = .int8
    case 17: self = .bytes
    default: self = .text
    }
  }
}
