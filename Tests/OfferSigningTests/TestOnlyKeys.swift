/// TEST ONLY. Every key here is public: made for these tests, or the published key of the vectors.
enum TestOnlyKeys {
  static let passphrase = "correct-horse"

  /// TEST ONLY. The key of the vectors, PKCS #8.
  static let pkcs8 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSaZ/3xbqglBo8lBt
    M/uYpAGBk6XP1Z5vFs3xWSxlxt+hRANCAAT0x9S1UMLDsuNbhCslwAnJ0KeVe2M5
    MU4YAG/tbGPXUUrVSpIrpG3pB+pYnqBSwzrUrVbz4YJ0epuNTB7Az2Sy
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. Another P-256 key.
  static let otherPKCS8 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggJlPuIUFAe/ZYuM0
    IHZ73jonHRtYO7ojUH+LDlpZ/j2hRANCAASniMI0rALqGijeYs41u6KHC8Pd/tQ8
    h+Acqr1u2jcIrCc43m0Xbtx7FcnFOtPwTWXf1SrsV+Pj1t4xDIkogTvn
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. The key of the vectors, SEC1.
  static let sec1 = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIEmmf98W6oJQaPJQbTP7mKQBgZOlz9WebxbN8VksZcbfoAoGCCqGSM49
    AwEHoUQDQgAE9MfUtVDCw7LjW4QrJcAJydCnlXtjOTFOGABv7Wxj11FK1UqSK6Rt
    6QfqWJ6gUsM61K1W8+GCdHqbjUwewM9ksg==
    -----END EC PRIVATE KEY-----
    """

  /// TEST ONLY. SEC1 as `openssl ecparam -genkey` writes it, with the curve before the key.
  static let sec1WithParameters = """
    -----BEGIN EC PARAMETERS-----
    BggqhkjOPQMBBw==
    -----END EC PARAMETERS-----
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIEmmf98W6oJQaPJQbTP7mKQBgZOlz9WebxbN8VksZcbfoAoGCCqGSM49
    AwEHoUQDQgAE9MfUtVDCw7LjW4QrJcAJydCnlXtjOTFOGABv7Wxj11FK1UqSK6Rt
    6QfqWJ6gUsM61K1W8+GCdHqbjUwewM9ksg==
    -----END EC PRIVATE KEY-----
    """

  /// TEST ONLY. The key of the vectors under the passphrase `correct-horse`, PKCS #8.
  static let encryptedPKCS8 = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiA3M+BfavJjwICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKiZEvniNyQYdDbm03Wy6zkEgZB8
    r+/vWYeS+W+GQXbvAEkME4XUHp4Cw1eRUAVEK8lmZ46Ca4WOj0ry5DQNPu5FZ6hM
    tbgxGcHpeNY2X32f1qlMJvr4SFzP+KcakO44zMxF/ZnwXWt1bGzMfxQ1qUQNNgwS
    yCpuhSFVkGBVYAPGZmq+P+dKgizbbx2JQ0BcyIwGn1X5EmFUvHqu2psmQ4QRq1U=
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// TEST ONLY. The same, said to be hashed 100,000,000 times.
  static let costlyPKCS8 = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHuMFkGCSqGSIb3DQEFDTBMMCsGCSqGSIb3DQEFDDAeBAiA3M+BfavJjwIEBfXh
    ADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQqJkS+eI3JBh0NubTdbLrOQSB
    kHyv7+9Zh5L5b4ZBdu8ASQwThdQengLDV5FQBUQryWZnjoJrhY6PSvLkNA0+7kVn
    qEy1uDEZwel41jZffZ/WqUwm+vhIXM/4pxqQ7jjMzEX9mfBda3VsbMx/FDWpRA02
    DBLIKm6FIVWQYFVgA8Zmar4/50qCLNtvHYlDQFzIjAafVfkSYVS8eq7amyZDhBGr
    VQ==
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// TEST ONLY. The same under the old PEM encryption.
  static let encryptedSEC1 = """
    -----BEGIN EC PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-256-CBC,8016F8DA9B4DA117B580371ED2B6CE83

    1GeRe2CDfFLWpkeUKSF+edqv6hD39BvhC3J5qcSgWPcaQvhTTR8oxWsLllTOpyr0
    llqpsi/rF66S1AWD63kj1M93fsNq1l8LMsASN3sNgA5urzr48kgC4PGzkuEWsqvW
    JbU4HMJAr5GLusSErxtfjTDIq7d4bihCuFcHrqrrN0k=
    -----END EC PRIVATE KEY-----
    """

  /// TEST ONLY. P-384.
  static let p384 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDx2bw9V78sJXafJHjY
    i1pAkPKAXj02gncU7fTSxXGpXoQaX21vOpSvPr40d/gEcdOhZANiAATj8E2926vf
    bGJXMnf8GaUdRlNHeHeLSOlCQc0/XBtTMONMnpSs2bLM0ScWMDt27L7cIRULYSr6
    f4W6svBAMBUe/rBirk9U7aZ0A8UgoY1XfVjWHC2fE0pMm9BZyCmPvyU=
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. P-521.
  static let p521 = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIAFBtbsSLm4HQ7c17Q
    s1USKwCEqgsQk5lR0hrxcefuNfTjhCiE0k2wmtd1i7q8CAsDslSV7o16dCoDNd3C
    MTMR69ahgYkDgYYABAD7b8M6JTgGSjD7NphWUFw9k3Pb2XtpRDzrIj9/NajhStGX
    BJZkhHOAUOk5RhysbOPwHEug7Gmse0sD4Lxl1ObuhACWurhY72myUQD7LQABWgaK
    94pdlOQ1IWYNSnyghYZjbSifs1eoCszo4QODLICN4SpestEGPBBJVrKur7OIJh63
    tw==
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. secp256k1.
  static let secp256k1 = """
    -----BEGIN PRIVATE KEY-----
    MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgzvZa+afaytbkkjOzYtGA
    tK/Morq45Vg3uOU++n96AS+hRANCAAQP5ouVqFThhTOFAIwnjUTYdaw/5ngsiTs/
    re9lbK4KPqge4qLMA4SBlrE+WiOZQEN48SronN4DGt18E9hdSi2F
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. P-256, its curve written out as numbers.
  static let explicitParameters = """
    -----BEGIN PRIVATE KEY-----
    MIIBeQIBADCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAAB
    AAAAAAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA
    ///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMV
    AMSdNgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg
    9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8A
    AAAA//////////+85vqtpxeehPO5ysL8YyVRAgEBBG0wawIBAQQg4OAlCCAopOne
    84GQpiUzxSDNpr3taozuT0VyLi4M7OWhRANCAARx8E9NxuoTIE4oTtDmE/hfK0vl
    LfCjLNYTot5AzQhcjzEH6yiBM4jUu6s5lbaP1xOYkAdt+mqd+/JewfpUXB64
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. Ed25519.
  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIFX32ZQxGWYBZ0Zv1V9Q261dPj0fxSj0KfA5Xr80vf/I
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. RSA, PKCS #8.
  static let rsa = """
    -----BEGIN PRIVATE KEY-----
    MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAOUUhaklhicAxnDA
    AKze/FcRZhIeJPrVIspMsHYNg4c9FwR9HjfRIlFeaXHROtbftI/sbcfDdmmLxTWx
    0zLWzsT7U/JnLrjw9u62gmzZnF47R7I0VChc3uKa6UZx3UT2yLU2PNYgY2ZLfwKE
    rG8jSA40sqOd6UECIKINJu9va2dfAgMBAAECgYApx+ls5UQnfvOygsJcxTq+4pR8
    P3U9Lnxu6zfQADz6AIFfNza4tXMN5itTL/cMU7bJ/TQ0mAjTzUNFvM4pWpZRbK+J
    L12mNZr6BHi11lboQnN+ZynYrdhyvN6uC52w0w8m/9bRBgf/BahQuJ2Fg+iwGYd2
    0+0gt1tmtzYwBxWSKQJBAPaZpMaIUr+CCqyP5kNzfCNAihpHbZinmFnCWb5OnEC7
    ZDPztFzEQkT50vm6J1nl0vmtWh2ZXMvVmpWOts+XRxUCQQDtz+p9RbWlRuUJLqMi
    eCgpzz1KbQZVQCpr9MRuQb2ItlcBhMKnTsLBgbq8F/5LgqgnY/GNw1aBYRvX3fjR
    DdGjAkBh4m7zl10xQ081XBFMqOSXoaCv+bZZJ/1jc6/nyJBhaYDG1m+7evPLKVdD
    ZU8FciKilNr2cM/S4UDxKKsMD8JZAkEAq3gc5VKcFJ23ixVbfwEQRIUu9jkCNfnc
    HJcSA0XXeXmv5mJpT+VUO95kXDcYni2JPU2s38CW4Ra50r40J9hE7QJBAM6Uy1N5
    f3Qc9RUoDJA49qXf+undu/iBzEm/w/6Jshb9Tg6PVGVGHAi92CZVgM79iIOumcJL
    NcKjCkR4kVcTTCs=
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. RSA, PKCS #1.
  static let rsaTraditional = """
    -----BEGIN RSA PRIVATE KEY-----
    MIICXQIBAAKBgQDlFIWpJYYnAMZwwACs3vxXEWYSHiT61SLKTLB2DYOHPRcEfR43
    0SJRXmlx0TrW37SP7G3Hw3Zpi8U1sdMy1s7E+1PyZy648PbutoJs2ZxeO0eyNFQo
    XN7imulGcd1E9si1NjzWIGNmS38ChKxvI0gONLKjnelBAiCiDSbvb2tnXwIDAQAB
    AoGAKcfpbOVEJ37zsoLCXMU6vuKUfD91PS58bus30AA8+gCBXzc2uLVzDeYrUy/3
    DFO2yf00NJgI081DRbzOKVqWUWyviS9dpjWa+gR4tdZW6EJzfmcp2K3Ycrzergud
    sNMPJv/W0QYH/wWoULidhYPosBmHdtPtILdbZrc2MAcVkikCQQD2maTGiFK/ggqs
    j+ZDc3wjQIoaR22Yp5hZwlm+TpxAu2Qz87RcxEJE+dL5uidZ5dL5rVodmVzL1ZqV
    jrbPl0cVAkEA7c/qfUW1pUblCS6jIngoKc89Sm0GVUAqa/TEbkG9iLZXAYTCp07C
    wYG6vBf+S4KoJ2PxjcNWgWEb19340Q3RowJAYeJu85ddMUNPNVwRTKjkl6Ggr/m2
    WSf9Y3Ov58iQYWmAxtZvu3rzyylXQ2VPBXIiopTa9nDP0uFA8SirDA/CWQJBAKt4
    HOVSnBSdt4sVW38BEESFLvY5AjX53ByXEgNF13l5r+ZiaU/lVDveZFw3GJ4tiT1N
    rN/AluEWudK+NCfYRO0CQQDOlMtTeX90HPUVKAyQOPal3/rp3bv4gcxJv8P+ibIW
    /U4Oj1RlRhwIvdgmVYDO/YiDrpnCSzXCowpEeJFXE0wr
    -----END RSA PRIVATE KEY-----
    """

  /// TEST ONLY. A private half with the public half of another key.
  static let halvesOfTwoKeys = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSaZ/3xbqglBo8lBt
    M/uYpAGBk6XP1Z5vFs3xWSxlxt6hRANCAAT0x9S1UMLDsuNbhCslwAnJ0KeVe2M5
    MU4YAG/tbGPXUUrVSpIrpG3pB+pYnqBSwzrUrVbz4YJ0epuNTB7Az2Sy
    -----END PRIVATE KEY-----
    """

  /// TEST ONLY. A public key on P-384.
  static let p384Public = """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE4/BNvdur32xiVzJ3/BmlHUZTR3h3i0jp
    QkHNP1wbUzDjTJ6UrNmyzNEnFjA7duy+3CEVC2Eq+n+FurLwQDAVHv6wYq5PVO2m
    dAPFIKGNV31Y1hwtnxNKTJvQWcgpj78l
    -----END PUBLIC KEY-----
    """

  /// TEST ONLY. A certificate of the key of the vectors.
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBfTCCASOgAwIBAgIUd0QfvEY3SqEy2uvXhSLw7MPtkOEwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJVEVTVC1PTkxZMB4XDTI2MTEyMTEwMjE1NVoXDTM2MTExODEw
    MjE1NVowFDESMBAGA1UEAwwJVEVTVC1PTkxZMFkwEwYHKoZIzj0CAQYIKoZIzj0D
    AQcDQgAE9MfUtVDCw7LjW4QrJcAJydCnlXtjOTFOGABv7Wxj11FK1UqSK6Rt6Qfq
    WJ6gUsM61K1W8+GCdHqbjUwewM9ksqNTMFEwHQYDVR0OBBYEFFPmwIDeHmRSgXOG
    PBdJMiXjgktHMB8GA1UdIwQYMBaAFFPmwIDeHmRSgXOGPBdJMiXjgktHMA8GA1Ud
    EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAKeVd5QFFZp9vMcGG/KuILUz
    mBom+NWBWdS8fXGpOMc4AiAX1tU4C38rKVtiXiRXIl4hxbjqjDPCm/+zvdDswA5Z
    dQ==
    -----END CERTIFICATE-----
    """

  /// TEST ONLY. A certificate request.
  static let request = """
    -----BEGIN CERTIFICATE REQUEST-----
    MIHNMHYCAQAwFDESMBAGA1UEAwwJVEVTVC1PTkxZMFkwEwYHKoZIzj0CAQYIKoZI
    zj0DAQcDQgAE9MfUtVDCw7LjW4QrJcAJydCnlXtjOTFOGABv7Wxj11FK1UqSK6Rt
    6QfqWJ6gUsM61K1W8+GCdHqbjUwewM9ksqAAMAoGCCqGSM49BAMCA0cAMEQCICmW
    YSk8QkE172oZfwU8Umv/QwdHT1rjE2l1gk8jWgz8AiBXaFLwe+yeF13nZ2Nisnww
    ZZGQh4lULMSahppC9lGHgQ==
    -----END CERTIFICATE REQUEST-----
    """
}
