import ImageGraph
import ImagePrograms

/// A stitcher of kernels from programs, by linking compiled functions. It runs no shader compiler.
///
/// The interface of every kernel, all in descriptor set 0:
/// - binding 0: uniform block, an array of `Program.slotCount` vec4 slots; `int` values are stored as their bits;
/// - binding 1: storage buffer, the output's pixels (or the counters of a histogram); for an app's image a write-only
///   storage image;
/// - binding 2 + n: uniform texel buffer, input n; unsigned integers for the packed forms, otherwise floats; with
///   `Options.readsStorage` a storage buffer of `uvec4` for the packed forms; for an app's image a sampled image;
/// - binding 2 + number of inputs, only with `Program.reportsOpenLoops`: storage buffer with a uint for each of its
///   functions;
/// - push constants: int4 (x0, y0, width, height), the part of the output to compute, relative to its top-left pixel
///   (x0 is a multiple of four if an invocation computes four pixels), then int4 (pitch of the output in pixels, 0, 0,
///   0).
///
/// Work groups are `Options.groupWidth` x 1 x 1. An invocation computes `pixelsPerInvocation` pixels of row
/// `gl_GlobalInvocationID.y`, or a block of `Program.block`.
package struct Stitcher: Sendable {
  /// Options that depend on the device.
  package struct Options: Hashable, Sendable {
    /// Whether four pixels are stored as 64-bit integers. Requires `shaderInt64`. Faster on lavapipe.
    package var stores64: Bool
    /// Whether straight-line formulas are inlined for four pixels; otherwise every formula is called for each pixel.
    package var widens: Bool

    /// The number of invocations of a work group.
    package var groupWidth: Int

    /// Whether packed inputs are storage buffers.
    package var readsStorage: Bool

    /// Whether NaN and infinity follow IEEE 754. Requires `shaderSignedZeroInfNanPreserveFloat32`. Without it, drivers
    /// may evaluate `abs(x) >= 0` to true.
    package var preservesNaN: Bool

    /// Whether drivers may contract a product and a sum. If so, a tile and the whole, which are separate kernels, may
    /// differ in units of the last place.
    package var contracts: Bool

    /// Whether a histogram counts adjacent pixels once if they are in the same bin, as in uniform areas and opaque
    /// alpha. A device serialises additions to the same counter. Requires subgroups with vote and ballot.
    package var countsTogether: Bool

    package init(
      stores64: Bool = false, widens: Bool = true, groupWidth: Int = 64, readsStorage: Bool = false,
      preservesNaN: Bool = false, contracts: Bool = true, countsTogether: Bool = false
    ) {
      (self.stores64, self.widens, self.groupWidth) = (stores64, widens, groupWidth)
      (self.readsStorage, self.preservesNaN) = (readsStorage, preservesNaN)
      (self.contracts, self.countsTogether) = (contracts, countsTogether)
    }
  }

  package let library: ShaderLibrary
  package let options: Options

  package init(library: ShaderLibrary, options: Options = Options()) {
    (self.library, self.options) = (library, options)
  }

  /// Returns the kernel as a SPIR-V 1.5 module for Vulkan 1.2, with entry point `main`.
  ///
  /// - Throws: `invalidArgument` if the program is inconsistent or names a function that is not in the library.
  package func stitch(_ program: Program) throws(RenderError) -> [UInt32] {
    var library = library
    for code in program.functions { try library.add(code.words, named: code.name, exposing: code.function) }
    var writer = try KernelWriter(program, library, options)
    return try writer.write()
  }
}
