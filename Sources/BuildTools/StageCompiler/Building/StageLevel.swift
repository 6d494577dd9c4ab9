/// A processor level for which stages are compiled. Within an architecture, levels are in ascending order.
package enum StageLevel: String, CaseIterable, Sendable {
  case baseline, avx2, avx512, neon

  /// The architecture, as Swift names it.
  var architecture: String { self == .neon ? "arm64" : "x86_64" }

  /// The flags of the target. All levels are compiled on any host, because a plugin does not know its target platform.
  var flags: [String] {
    switch self {
    case .baseline: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64"]
    case .avx2: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64-v3"]
    case .avx512: ["--target=x86_64-unknown-linux-gnu", "-march=x86-64-v4", "-mprefer-vector-width=512"]
    case .neon: ["--target=aarch64-unknown-linux-gnu"]
    }
  }

  /// No contraction: a fused multiply-add rounds differently, and all levels must agree.
  static let compilerFlags = [
    "-c", "-O2", "-fPIC", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-ffreestanding",
    "-w",
  ]

  /// No libraries are linked: stages have no external dependencies.
  static let linkerFlags = [
    "-shared", "-nostdlib", "-fuse-ld=lld", "-Wl,-z,defs,-z,noexecstack,--strip-all,--hash-style=gnu,--build-id=none",
  ]
}
