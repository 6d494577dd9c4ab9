import CompiledShaders
import ImageGraph
import ImageSPIRV

/// The compiled shaders of the package, read once in a process.
private let library = Result { () throws(RenderError) in
  try ShaderLibrary(CompiledShaders.modules.map { ($0.name, $0.words) })
}

extension VulkanContext {
  /// A context whose kernels are stitched from the package's own shaders.
  ///
  /// - Throws: `unsupported` when no driver or no device fits the options; `device` when the driver refuses.
  package convenience init(_ options: Options = Options()) throws(RenderError) {
    let stitcher = Stitcher(library: try library.get())
    try self.init(options) { program throws(RenderError) in try stitcher.stitch(program) }
  }
}
