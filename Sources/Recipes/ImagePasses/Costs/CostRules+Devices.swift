/// The rules of each type of device.
///
/// | | processor | cpu | integrated | discrete | measured by `cibench` |
/// | --- | ---: | ---: | ---: | ---: | --- |
/// | formula | 3 | 3 | 6 | 6 | decisions/…-under-… |
/// | write | 4 | 4 | 7 | 7 | decisions/…-under-…, decisions/…-read-twice |
/// | tap | 0.5 | 0.5 | 0.1 | 0.1 | decisions/…-under-… |
/// | groupWidth | – | 64 | 64 | 64 | decisions/group-… |
/// | stores64 | – | yes | no | no | color/steps-1 |
/// | contracts | – | yes | no | no | decisions/exact-…, decisions/contracting-… |
/// | readsInPlace | – | no | yes | yes | cibench planes |
/// | histogramRows | – | 1 | 32 | 32 | peers/histogram |
/// | usesImages | – | no | no | yes | cibench images |
/// | usesRowRings | yes | no | no | no | – |
/// | programInstructions | 600 | 160 | 160 | 160 | – |
/// | programInputs | 64 | 8 | 8 | 8 | – |
/// | programSlots | 2048 | 512 | 512 | 512 | – |
///
/// The values for the CPU were measured on lavapipe: docs/decisions/0002-gather-kernels.md for write and tap,
/// 0001-form-of-a-formula.md for formula and stores64. Those for graphics hardware were measured on an NVIDIA H100:
/// docs/decisions/0005-graphics-hardware.md. There, reads of neighbours mostly hit a cache, so that arithmetic and
/// writes are expensive compared with a further read. Integrated GPUs use the same values, as none was measured. On the
/// processor engine a program is a list of stages that are compiled ahead, so it may be long. The number of images that
/// a step reads is limited by its stage.
extension CostRules {
  package enum DeviceType: String, Hashable, Sendable, CaseIterable {
    /// Native stages on the processor.
    case processor
    /// Vulkan on a CPU.
    case cpu
    case integrated, discrete
  }

  package init(for type: DeviceType) {
    self.init()
    switch type {
    case .processor: (programInstructions, programInputs, programSlots, usesRowRings) = (600, 64, 2048, true)
    case .cpu: break
    case .integrated, .discrete:
      (formula, write, tap) = (6, 7, 0.1)
      (groupWidth, stores64, contracts, readsInPlace, histogramRows) = (64, false, false, true, 32)
      usesImages = type == .discrete
    }
  }
}
