import CompiledShaders
import ImageGraph
import ImagePasses
import ImageSPIRV

/// The shaders of the package, which are parsed when the first program is stitched.
private let library = Result { () throws(RenderError) in
  try ShaderLibrary(CompiledShaders.modules.map { (name: $0.name, words: $0.words) })
}

/// Returns a stitcher with the options of the cost rules that the device supports.
func builtInStitch(for device: Device, _ rules: CostRules, _ fastPaths: FastPaths) -> Stitch {
  let facts = device.physical.facts
  // On CPUs, votes cost more than contended atomic additions: lavapipe took 56 ms instead of 45.
  let countsTogether = facts.subgroupVotes && device.info.kind != .cpu && fastPaths.contains(.groupedCounts)
  let options = Stitcher.Options(
    stores64: rules.stores64 && facts.shaderInt64, widens: rules.widens, groupWidth: rules.groupWidth,
    readsStorage: rules.readsStorage,
    preservesNaN: facts.preservesNaN, contracts: rules.contracts, countsTogether: countsTogether)
  return { (program) throws(RenderError) in
    try Stitcher(library: library.get(), options: options).stitch(program)
  }
}
