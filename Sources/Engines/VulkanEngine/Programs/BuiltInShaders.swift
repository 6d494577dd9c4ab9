import CompiledShaders
import ImageGraph
import ImagePasses
import ImageSPIRV

/// The shaders that were compiled with the package, read when the first program is stitched.
private let library = Result { () throws(RenderError) in
  try ShaderLibrary(CompiledShaders.modules.map { (name: $0.name, words: $0.words) })
}

/// Stitching as the rules say, as far as the device can.
func builtInStitch(for device: Device, _ rules: CostRules, _ fastPaths: FastPaths) -> Stitch {
  let facts = device.physical.facts
  // On processors votes cost more than additions that wait for each other: lavapipe took 56 ms in place of 45.
  let countsTogether = facts.subgroupVotes && device.info.kind != .cpu && fastPaths.contains(.groupedCounts)
  let options = Stitcher.Options(
    stores64: rules.stores64 && facts.shaderInt64, widens: rules.widens, groupWidth: rules.groupWidth,
    readsStorage: rules.readsStorage,
    preservesNaN: facts.preservesNaN, contracts: rules.contracts, countsTogether: countsTogether)
  return { (program) throws(RenderError) in
    try Stitcher(library: library.get(), options: options).stitch(program)
  }
}
