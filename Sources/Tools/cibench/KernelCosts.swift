import CoreImage
import Foundation
import ImagePlanning
import KernelFormulas
import KernelModules

/// The built-in exposure, and equivalent kernels: compiled at run time from source, and ahead of time with cibench.
/// Then a kernel with powers, compiled at run time and ahead of time.
let kernelCases = [
  Benchmark("kernels/built-in-exposure") { $0.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1]) },
  Benchmark("kernels/own-exposure") { try ownGain.get().apply(checked: $0.extent, arguments: [$0, 2]) },
  Benchmark("kernels/own-exposure-ahead") { try aheadGain.get().apply(checked: $0.extent, arguments: [$0, 2]) },
  Benchmark("kernels/own-shade") { try ownShade.get().apply(checked: $0.extent, arguments: [$0, 0.7]) },
  Benchmark("kernels/own-shade-ahead") { try aheadShade.get().apply(checked: $0.extent, arguments: [$0, 0.7]) },
]

private let ownGain = Result {
  try CIColorKernel(
    checked: "kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a); }", language: .coreImage)
}
private let aheadGain = Result { try CIColorKernel(functionName: "gain", fromMetalLibraryData: builtKernels()) }
private let ownShade = Result { try CIColorKernel(checked: newSource("shade"), language: .coreImage) }
private let aheadShade = Result { try CIColorKernel(functionName: "shade", fromMetalLibraryData: builtKernels()) }

/// Returns the kernel library that was compiled with cibench.
private func builtKernels() throws -> Data {
  guard let file = Bundle.module.url(forResource: "default", withExtension: "metallib") else {
    throw RenderError.invalidArgument("the kernels of cibench are missing; keep its resources next to it")
  }
  return try Data(contentsOf: file)
}

/// Prints the times of custom kernels: of renders, compared with the equivalent built-in filter, and of the first use.
func measureKernels(on harness: Harness) throws {
  let (context, width, height, runs) = (harness.context, harness.width, harness.height, harness.runs)
  print("\(context.deviceName), \(width)x\(height) RGBA8 in and out")
  // Alternating, so that other load of the machine affects all cases.
  var best = [Double](repeating: .infinity, count: kernelCases.count)
  for _ in 0..<3 {
    for (index, benchmark) in kernelCases.enumerated() {
      best[index] = min(best[index], try harness.measure(benchmark).wall)
    }
  }
  for (benchmark, wall) in zip(kernelCases, best) { print(String(format: "%@  %.2f ms", benchmark.name, wall)) }
  print(String(format: "custom / built-in   %.3f, ahead of time %.3f", best[1] / best[0], best[2] / best[0]))
  print(String(format: "with powers: compiled at run time / ahead of time  %.3f", best[3] / best[4]))

  try measureFirstUse(count: max(runs, 20), of: builtKernels(), on: context)
}

/// Returns the source of a kernel. With a new name, no cache has it.
private func newSource(_ name: String) -> String {
  """
  kernel vec4 \(name)(__sample s, float g) {
    float shade = fract(dot(destCoord(), vec2(0.1)) + g);
    return mix(s, vec4(pow(s.rgb, vec3(g)), s.a), smoothstep(0.2, 0.8, shade));
  }
  """
}

/// Prints the cost of new kernels: loading their source or library, and the difference between a first and a later
/// render, without the compile time of the driver.
///
/// - Parameter built: the kernel library that was compiled with cibench.
private func measureFirstUse(count: Int, of built: Data, on context: CIContext) throws {
  func show(_ title: String, _ times: [Double]) {
    let sorted = times.sorted()
    let name = title.padding(toLength: 20, withPad: " ", startingAt: 0)
    print(
      String(
        format: "%@ first %.3f ms, median %.3f ms, maximum %.3f ms", name, times[0], sorted[sorted.count / 2],
        sorted[sorted.count - 1]))
  }
  var (compilations, uses): ([Double], [Double]) = ([], [])
  let source = Harness.smallImage
  /// Renders. Returns the milliseconds without the driver's compiler, and the parts for planning, stitching and the
  /// device.
  func render(_ image: CIImage) throws -> SIMD4<Double> {
    var (driver, parts) = (0.0, SIMD3<Double>.zero)
    let wall = try milliseconds {
      let statistics = try context.statistics(
        of: image, from: source.extent, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
      driver = statistics.compileMilliseconds - statistics.stitchMilliseconds
      parts = [statistics.planMilliseconds, statistics.stitchMilliseconds, statistics.deviceMilliseconds]
    }
    return SIMD4(wall - driver, parts.x, parts.y, parts.z)
  }
  var firstRenders: [SIMD4<Double>] = []
  /// Returns the difference between a first and a later render, in milliseconds.
  func firstRender(_ image: CIImage) throws -> Double {
    let (first, later) = (try render(image), try render(image))
    firstRenders.append(first - later)
    return (first - later).x
  }
  func firstUse(_ kernel: CIColorKernel) throws -> Double {
    try firstRender(kernel.apply(checked: source.extent, arguments: [source, 0.5]))
  }
  _ = try firstUse(CIColorKernel(checked: newSource("before"), language: .coreImage))
  // The cost of the first render of any filter.
  let filters = [
    "CISepiaTone", "CIVibrance", "CIHueAdjust", "CIGammaAdjust", "CIColorMonochrome", "CIColorPosterize",
    "CIFalseColor", "CIColorClamp", "CITemperatureAndTint", "CIPhotoEffectNoir", "CIColorPolynomial",
  ]
  show("new filter", try filters.map { try firstRender(source.applyingFilter($0)) })
  for number in 0..<count {
    var kernel: CIColorKernel?
    compilations.append(
      try milliseconds { kernel = try CIColorKernel(checked: newSource("fresh\(number)"), language: .coreImage) })
    guard let kernel else { continue }
    uses.append(compilations[number] + (try firstUse(kernel)))
  }
  show("new source", compilations)
  let cached = try milliseconds {
    for _ in 0..<100 { _ = try CIColorKernel(checked: newSource("fresh0"), language: .coreImage) }
  }
  print(String(format: "cached source        %.3f ms", cached / 100))
  show("with first render", uses)

  let names = (0..<count).map { "ahead\($0)" }
  let library = try KernelLibrary.file(
    of: names.map { KernelText(newSource($0), .coreImage, file: $0) }, by: runtimeCompiler)
  var (loads, aheadUses): ([Double], [Double]) = ([], [])
  for name in names {
    var kernel: CIColorKernel?
    loads.append(try milliseconds { kernel = try CIColorKernel(functionName: name, fromMetalLibraryData: library) })
    guard let kernel else { continue }
    aheadUses.append(loads[loads.count - 1] + (try firstUse(kernel)))
  }
  show("library", loads)
  // This library has no native stages: the processor interprets its kernels, as it does those of sources.
  show("with first render", aheadUses)
  for (part, name) in ["planning", "stitching", "device"].enumerated() {
    show("  \(name)", firstRenders.suffix(count).map { $0[part + 1] })
  }

  // The build plugin adds native stages to the library of cibench. A process can measure their first use only once.
  var linked: CIColorKernel?
  let load = try milliseconds { linked = try CIColorKernel(functionName: "first", fromMetalLibraryData: built) }
  guard let linked else { return }
  print(String(format: "native stages        %.3f ms, with first render %.3f ms", load, load + (try firstUse(linked))))
}
