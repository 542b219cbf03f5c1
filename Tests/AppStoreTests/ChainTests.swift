import AppStoreFixtures
import Foundation
import PaywallCatalog
import PaywallTextCoding
import Testing
import X509

@testable import AppStore

/// Chains that somebody made up, each with one thing that a careful verifier refuses.
@Suite struct ChainTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func verifier(trusting chain: TestChain) throws -> AppStore.Verifier {
    try Verifier(
      AppIdentity(
        bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId,
        environments: [.production]), roots: [chain.rootFile])
  }

  /// A transaction under these certificates.
  private func text(under chain: TestChain) throws -> String {
    try store.jws(
      ofBytes: store.payloadBytes(store.transactionMembers(["transactionId": "1"])),
      header: chain.header)
  }

  private func distrust(of chain: TestChain) throws -> Distrust? {
    let text = try text(under: chain)
    let verifier = try verifier(trusting: chain)
    let first = verifier.transaction(text, at: TestStore.clock).distrust
    // The same whether a chain is asked for the first time or again, here or elsewhere.
    #expect(verifier.transaction(text, at: TestStore.clock).distrust == first)
    let elsewhere = try self.verifier(trusting: chain)
    if let unknown = elsewhere.ofKnownChains.transaction(text, at: TestStore.clock).distrust?
      .unknownChain
    {
      #expect(elsewhere.check(unknown) == first)
    }
    #expect(elsewhere.ofKnownChains.transaction(text, at: TestStore.clock).distrust == first)
    return first
  }

  private static let noKeys = KeyUsage(digitalSignature: true)

  @Test func `A chain as Apple makes them is trusted`() throws {
    #expect(try distrust(of: TestChain()) == nil)
    #expect(try distrust(of: TestChain(leaf: .init(nil, nil))) == nil)
  }

  @Test(
    arguments: [KeyUsage(digitalSignature: true, cRLSign: true), nil] as [KeyUsage?])
  func `A CA without keyCertSign signs no certificates`(_ keys: KeyUsage?) throws {
    let authority = BasicConstraints.isCertificateAuthority(maxPathLength: nil)
    let intermediate = try distrust(of: TestChain(intermediate: .init(authority, keys)))
    #expect(intermediate?.reason == .wrongKeyUsage)
    #expect(intermediate?.detail.contains("intermediate") == true)
    let root = try distrust(of: TestChain(root: .init(authority, keys)))
    #expect(root?.reason == .wrongKeyUsage)
    #expect(root?.detail.contains("root") == true)
  }

  @Test func `A leaf that is of a CA, or that signs no texts, signs none`() throws {
    let authority = TestChain.Usage(
      .isCertificateAuthority(maxPathLength: nil),
      KeyUsage(digitalSignature: true, keyCertSign: true))
    #expect(try distrust(of: TestChain(leaf: authority))?.reason == .wrongKeyUsage)
    let agreement = TestChain.Usage(.notCertificateAuthority, KeyUsage(keyAgreement: true))
    #expect(try distrust(of: TestChain(leaf: agreement))?.reason == .wrongKeyUsage)
  }

  @Test(
    arguments: [.notCertificateAuthority, nil] as [BasicConstraints?])
  func `What is no CA signs no certificates`(_ constraints: BasicConstraints?) throws {
    let keys = KeyUsage(keyCertSign: true)
    let intermediate = try TestChain(intermediate: .init(constraints, keys))
    #expect(try distrust(of: intermediate)?.reason == .untrustedChain)
    let root = try TestChain(root: .init(constraints, keys))
    #expect(try distrust(of: root)?.reason == .untrustedChain)
  }

  @Test func `The length of a path is kept to`() throws {
    #expect(try distrust(of: TestChain(root: .authority(0)))?.reason == .untrustedChain)
    #expect(try distrust(of: TestChain(root: .authority(1))) == nil)
  }

  @Test func `A root of the same name is another root`() throws {
    let (trusted, forged) = (try TestChain(), try TestChain())
    let verifier = try verifier(trusting: trusted)
    let distrust = verifier.transaction(try text(under: forged), at: TestStore.clock).distrust
    #expect(distrust?.reason == .untrustedChain)
  }

  @Test
  func `A certificate with bytes after it, or too long to be one of Apple's, is refused`() throws {
    let chain = try TestChain()
    let members = try [chain.leaf, chain.intermediate, chain.root].map { try TestChain.der($0) }
    let verifier = try verifier(trusting: chain)
    for end in [1, 4096] {
      let header = try TestStore.header(x5c: [members[0] + Data(count: end)] + members[1...])
      let text = try store.jws(
        ofBytes: store.payloadBytes(store.transactionMembers([:])), header: header)
      let distrust = verifier.transaction(text, at: TestStore.clock).distrust
      #expect(distrust?.reason == .badCertificate)
    }
  }

  @Test func `A verifier of known chains checks none, and says what is to be checked`() throws {
    let chain = try TestChain()
    let text = try text(under: chain)
    let verifier = try verifier(trusting: chain)
    let quick = verifier.ofKnownChains
    for _ in 0..<2 {
      let distrust = try #require(quick.transaction(text, at: TestStore.clock).distrust)
      #expect(distrust.reason == .untrustedChain && distrust.unknownChain != nil)
      #expect(verifier.chains.roots.known.count == 0)
    }
    let unknown = quick.transaction(text, at: TestStore.clock).distrust?.unknownChain
    #expect(try verifier.check(#require(unknown)) == nil)
    #expect(quick.transaction(text, at: TestStore.clock).verified != nil)
  }

  @Test func `A text inside a notification has its chain checked after the text around it`() throws
  {
    let (outer, inner) = (try TestChain(), try TestChain())
    let verifier = try Verifier(
      AppIdentity(
        bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId,
        environments: [.production]), roots: [outer.rootFile, inner.rootFile])
    let quick = verifier.ofKnownChains
    let whole = try JSONDecoder().decode(
      [String: JSON].self,
      from: Data(
        #require(
          Base64.decode(
            Array(
              store.notificationText(
                "SUBSCRIBED", data: ["signedTransactionInfo": .text(text(under: inner))]
              ).parts[1].utf8)[...], .url))))
    let text = try store.jws(ofBytes: store.payloadBytes(whole), header: outer.header)
    let first = try #require(quick.notification(text, at: TestStore.clock).distrust)
    #expect(first.field == nil)
    #expect(try verifier.check(#require(first.unknownChain)) == nil)
    let second = try #require(quick.notification(text, at: TestStore.clock).distrust)
    #expect(second.field == .signedTransactionInfo)
    #expect(try verifier.check(#require(second.unknownChain)) == nil)
    #expect(quick.notification(text, at: TestStore.clock).verified != nil)
  }

  @Test func `Verifiers under the same roots share the chains that they know`() throws {
    let chain = try TestChain()
    let roots = try TrustedRoots([chain.rootFile])
    let identity = AppIdentity(bundleId: TestStore.bundleId, environments: [.production])
    let text = try text(under: chain)
    #expect(
      Verifier(identity, roots: roots).transaction(text, at: TestStore.clock).verified != nil)
    let reloaded = Verifier(identity, roots: roots).ofKnownChains
    #expect(reloaded.transaction(text, at: TestStore.clock).verified != nil)
  }

  @Test func `A chain in another spelling pushes none out`() throws {
    let chain = try TestChain()
    let known = KnownChains()
    let key = try #require(
      Verifier(
        AppIdentity(bundleId: TestStore.bundleId, environments: [.production]),
        roots: [chain.rootFile]
      ).signer(
        of: UnknownChain([chain.leaf, chain.intermediate].map { Array(try TestChain.der($0)) }))
        as Signer?)
    for number in 0..<(3 * KnownChains.limit) {
      known.insert(key, of: [[UInt8(number)]], contents: [[7]])
    }
    #expect(known.count == 1 && known.signer([[0]]) != nil)
    // Other chains push each other out, and never the one that is asked for.
    for number in 0..<(3 * KnownChains.limit) {
      known.insert(key, of: [[1, UInt8(number)]], contents: [[8, UInt8(number)]])
      #expect(known.signer([[0]]) != nil)
    }
    #expect(known.count == KnownChains.limit)
  }

  @Test func `Of refusals so many are remembered, and no more`() throws {
    let known = KnownChains()
    let chains = (0..<(KnownChains.refusalLimit + 10)).map { number in
      UnknownChain([[UInt8(number >> 8), UInt8(number & 255)], [1]])
    }
    for chain in chains { known.refuse(chain, for: Distrust(.untrustedChain, "")) }
    #expect(chains.count { known.refusal(of: $0) != nil } == KnownChains.refusalLimit)
    #expect(known.refusal(of: UnknownChain([[0], [10, 1]])) == nil)
  }
}
