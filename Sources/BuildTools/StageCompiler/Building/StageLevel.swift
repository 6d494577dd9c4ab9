/// Processors that stages are compiled for. The order within an architecture is from the least to the most able.
package enum StageLevel: String, CaseIterable, Sendable {
  case baseline, avx2, avx512, neon

  /// Named as Swift does.
  var architecture: String { self == .neon ? "arm64" : "x86_64" }

  /// All are compiled wherever the build runs: a plugin is not told what it builds for.
  var flags: [String] {
    switch self {
    case .baseline: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64"]
    case .avx2: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64-v3"]
    case .avx512: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64-v4", "-mprefer-vector-width=512"]
    case .neon: ["--target=aarch64-unknown-linux-gnu"]
    }
  }

  /// No contraction: a product and a sum that become one instruction round differently, and all levels are to agree.
  static let compilerFlags = [
    "-c", "-O2", "-fPIC", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-ffreestanding",
    "-w",
  ]

  /// Nothing is linked: what a stage stands on is in it.
  static let linkerFlags = [
    "-shared", "-nostdlib", "-fuse-ld=lld", "-Wl,-z,defs,-z,noexecstack,--strip-all,--hash-style=gnu,--build-id=none",
  ]
}
