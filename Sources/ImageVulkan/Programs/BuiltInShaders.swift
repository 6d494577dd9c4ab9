import CompiledShaders
import ImageGraph
import ImageSPIRV

/// The shaders that were compiled with the package, read when the first program is stitched.
private let library = Result { () throws(RenderError) in
  try ShaderLibrary(CompiledShaders.modules.map { (name: $0.name, words: $0.words) })
}

/// Stitching as it suits the device: lavapipe stores 64-bit integers faster than vectors of 32 bits.
func builtInStitch(for device: Device) -> Stitch {
  let stores64 = device.info.kind == .cpu && device.physical.facts.shaderInt64
  return { (program) throws(RenderError) in
    try Stitcher(library: library.get(), options: Stitcher.Options(stores64: stores64)).stitch(program)
  }
}
