import ImageGraph
import ImagePrograms

/// Makes kernels from programs, by splicing compiled functions. No shader compiler runs.
///
/// The interface of every kernel, all in descriptor set 0:
/// - binding 0: uniform block, an array of `Program.slotCount` vec4 slots; `int` values are stored as their bits;
/// - binding 1: storage buffer, the output's pixels (or the counters of a histogram); for an image of an app a storage
///   image, which is only written;
/// - binding 2 + n: uniform texel buffer, input n; unsigned integers for the packed forms, else floats; with
///   `Options.readsStorage` a storage buffer of `uvec4` for the packed forms; for an image of an app a sampled image;
/// - binding 2 + count of inputs, only where `Program.tellsOpenLoops`: storage buffer of a uint for each of its
///   functions;
/// - push constants: int4 (x0, y0, width, height), the part of the output to compute, counted from its top-left pixel
///   (x0 a multiple of four when an invocation makes four pixels), then int4 (pitch of the output in pixels, 0, 0, 0).
///
/// Groups are `Options.groupWidth` x 1 x 1; an invocation makes `pixelsPerInvocation` pixels of row
/// `gl_GlobalInvocationID.y`, or a block of `Program.block`.
package struct Stitcher: Sendable {
  /// What a device is best served with.
  package struct Options: Hashable, Sendable {
    /// Four pixels are stored by 64-bit integers; the device must have `shaderInt64`. Faster on lavapipe.
    package var stores64: Bool
    /// Straight-line formulas run on planes of four pixels; else every formula is called pixel by pixel.
    package var widens: Bool

    /// Invocations of a work group.
    package var groupWidth: Int

    /// Packed inputs are storage buffers.
    package var readsStorage: Bool

    /// NaN and infinity are what IEEE 754 has them be; the device must have `shaderSignedZeroInfNanPreserveFloat32`.
    /// Drivers that are not asked may take `abs(x) >= 0` for true.
    package var preservesNaN: Bool

    /// Drivers may round a product and a sum once, where they like: then a tile and the whole, which are kernels of
    /// their own, differ in units of the last place.
    package var contracts: Bool

    /// A histogram counts pixels side by side at once where they fall into one bin, as those of even areas and of
    /// opaque alpha do: a device adds to one number one by one. It must have subgroups that vote and ballot.
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

  /// The kernel as a SPIR-V 1.5 module for Vulkan 1.2, with entry point `main`.
  ///
  /// - Throws: `invalidArgument` when the program contradicts itself or names a function that is not in the library.
  package func stitch(_ program: Program) throws(RenderError) -> [UInt32] {
    var library = library
    for code in program.functions { try library.add(code.words, named: code.name, exposing: code.function) }
    var writer = try KernelWriter(program, library, options)
    return try writer.write()
  }
}
