import Synchronization

/// Results of chain checks under the same roots. All verifiers of a process that trust the same
/// roots share it, so that a reload of the configuration checks no chain again.
///
/// Only Apple can make a chain that leads to a trusted root, so only Apple can fill the list of
/// signers. An ECDSA signature has two valid encodings, and so has a certificate: of certificates
/// that differ only in it, the first is kept. The reason of a refusal depends only on the bytes of
/// the chain, so it is cached by their digest. A new digest replaces the oldest.
final class KnownChains: Sendable {
  /// Apple signs with a handful of leaf certificates at a time.
  static let limit = 32
  static let refusalLimit = 1024

  private struct Entry {
    var certificates: [[UInt8]]
    /// The signed part of each certificate.
    var contents: [[UInt8]]
    var signer: Signer
  }

  private struct State {
    /// The most recently used one is the last.
    var entries: [Entry] = []
    var refusals: [[UInt8]: Distrust] = [:]
    var oldest: [[UInt8]] = []
    var next = 0
  }

  private let state = Mutex(State())

  var count: Int { state.withLock(\.entries.count) }

  /// The signer of these certificates.
  func signer(_ certificates: [[UInt8]]) -> Signer? {
    state.withLock { state in
      guard let index = state.entries.lastIndex(where: { $0.certificates == certificates }) else {
        return nil
      }
      let entry = state.entries[index]
      if index < state.entries.count - 1 {
        state.entries.remove(at: index)
        state.entries.append(entry)
      }
      return entry.signer
    }
  }

  /// Whether the intermediate is of a trusted chain.
  func hasIntermediate(_ certificate: [UInt8]) -> Bool {
    state.withLock { state in state.entries.contains { $0.certificates.last == certificate } }
  }

  /// Replaces the least recently used one if full.
  func insert(_ signer: Signer, of certificates: [[UInt8]], contents: [[UInt8]]) {
    state.withLock { state in
      guard !state.entries.contains(where: { $0.contents == contents }) else { return }
      if state.entries.count == Self.limit { state.entries.removeFirst() }
      state.entries.append(Entry(certificates: certificates, contents: contents, signer: signer))
    }
  }

  func refusal(of chain: UnknownChain) -> Distrust? {
    let digest = chain.digest
    return state.withLock { $0.refusals[digest] }
  }

  func refuse(_ chain: UnknownChain, for distrust: Distrust) {
    let digest = chain.digest
    state.withLock { state in
      guard state.refusals.updateValue(distrust, forKey: digest) == nil else { return }
      if state.oldest.count < Self.refusalLimit {
        state.oldest.append(digest)
      } else {
        state.refusals[state.oldest[state.next]] = nil
        state.oldest[state.next] = digest
        state.next = (state.next + 1) % Self.refusalLimit
      }
    }
  }
}
