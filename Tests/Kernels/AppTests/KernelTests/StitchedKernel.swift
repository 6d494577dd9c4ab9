import CompiledShaders
import Foundation
import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImageSPIRV
import KernelFormulas
import KernelLanguage
import KernelModules
import TestSupport

/// The compute kernels of programs that contain an app's kernel between other steps.
enum StitchedKernel {
  private static let library = Result {
    try ShaderLibrary(CompiledShaders.modules.map { (name: $0.name, words: $0.words) })
  }

  /// - Throws: `RenderError` if there is no schedule, or no module of a program.
  static func modules(of kernel: AppKernel) throws -> [[UInt32]] {
    let reach = UserRect(x: 0, y: 0, width: 18, height: 8)
    let image = KernelImage(
      TestImage.noise(18, 8, seed: 1).mapped(by: ExposureAdjust.formula, 2 as Float))
    let values = kernel.kernel.parameters.map { parameter -> KernelValue in
      switch parameter.type {
      case .sampler, .sample, .table: .image(image)
      case .color: .color([0.5, 0.25, 1, 1])
      case .floats(let count), .ints(let count), .uints(let count): .numbers(Array(repeating: 1, count: count))
      case .bool: .numbers([1])
      case .data(let layout): .data(Data(count: max(layout.stride, 1)))
      }
    }
    let step: Node
    do throws(KernelProblem) {
      step = try kernel.step(
        values, extent: Extent(reach), image: kernel.kernel.kernelClass == .warp ? image : nil,
        region: { _, output in output.outset(by: 3) })
    } catch {
      // Valid, but not possible with these arguments.
      return []
    }
    let recipe = try optimized(step.mapped(by: ExposureAdjust.formula, 0.5 as Float), options: PassOptions())
    return try makeSchedule(recipe, ScheduleTarget(reach, as: .rgba8)).dispatches.map { dispatch in
      try Stitcher(library: library.get(), options: Stitcher.Options(stores64: true)).stitch(dispatch.program)
    }
  }
}
