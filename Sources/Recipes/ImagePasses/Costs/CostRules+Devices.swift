/// The rules of each type of device.
///
/// | | processor | cpu | integrated | discrete | moved by `cibench` |
/// | --- | ---: | ---: | ---: | ---: | --- |
/// | formula | 3 | 3 | 6 | 6 | decisions/…-under-… |
/// | write | 4 | 4 | 7 | 7 | decisions/…-under-…, decisions/…-read-twice |
/// | tap | 0.5 | 0.5 | 0.1 | 0.1 | decisions/…-under-… |
/// | groupWidth | – | 64 | 64 | 64 | decisions/group-… |
/// | stores64 | – | yes | no | no | color/steps-1 |
/// | contracts | – | yes | no | no | decisions/exact-…, decisions/contracting-… |
/// | readsInPlace | – | no | yes | yes | cibench planes |
/// | countedRows | – | 1 | 32 | 32 | peers/histogram |
/// | usesImages | – | no | no | yes | cibench images |
/// | keepsRows | yes | no | no | no | – |
/// | programInstructions | 600 | 160 | 160 | 160 | – |
/// | programInputs | 64 | 8 | 8 | 8 | – |
/// | programSlots | 2048 | 512 | 512 | 512 | – |
///
/// Those for the CPU were measured on lavapipe: docs/decisions/0002-gather-kernels.md for write and tap,
/// 0001-form-of-a-formula.md for formula and stores64. Those for graphics hardware were measured on an NVIDIA H100,
/// docs/decisions/0005-graphics-hardware.md: what reads a pixel's neighbours finds most of them in a cache, so that
/// arithmetic and writes are dear beside one more read. An integrated GPU has the same numbers, as none was measured.
/// On the processor engine a program is a list of stages that nobody compiles, so it may be long; how many images one
/// step reads, its stage says.
extension CostRules {
  package enum DeviceType: String, Hashable, Sendable, CaseIterable {
    /// Native stages.
    case processor
    /// Vulkan on a CPU.
    case cpu
    case integrated, discrete
  }

  package init(for type: DeviceType) {
    self.init()
    switch type {
    case .processor: (programInstructions, programInputs, programSlots, keepsRows) = (600, 64, 2048, true)
    case .cpu: break
    case .integrated, .discrete:
      (formula, write, tap) = (6, 7, 0.1)
      (groupWidth, stores64, contracts, readsInPlace, countedRows) = (64, false, false, true, 32)
      usesImages = type == .discrete
    }
  }
}
