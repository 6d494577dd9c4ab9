import CoreImage
import Foundation
import ImagePlanning
import KernelFormulas
import KernelModules

/// The built-in exposure and kernels that compute the same: one that is a text, and one that was compiled with cibench.
/// Then a kernel with powers as a text, and compiled with cibench.
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
private let ownShade = Result { try CIColorKernel(checked: freshText("shade"), language: .coreImage) }
private let aheadShade = Result { try CIColorKernel(functionName: "shade", fromMetalLibraryData: builtKernels()) }

/// The library that cibench was built with.
private func builtKernels() throws -> Data {
  guard let file = Bundle.module.url(forResource: "default", withExtension: "metallib") else {
    throw RenderError.invalidArgument("the kernels of cibench are missing: its resources lie beside it")
  }
  return try Data(contentsOf: file)
}

/// Prints what a kernel of one's own costs: rendered beside the built-in filter that computes the same, and until it is
/// there for the first time.
func measureKernels(on harness: Harness) throws {
  let (context, width, height, runs) = (harness.context, harness.width, harness.height, harness.runs)
  print("\(context.deviceName), \(width)x\(height) RGBA8 in and out")
  // In turns, so that what else the machine does meets both.
  var best = [Double](repeating: .infinity, count: kernelCases.count)
  for _ in 0..<3 {
    for (index, benchmark) in kernelCases.enumerated() {
      best[index] = min(best[index], try harness.measure(benchmark).wall)
    }
  }
  for (benchmark, wall) in zip(kernelCases, best) { print(String(format: "%@  %.2f ms", benchmark.name, wall)) }
  print(String(format: "own / built-in      %.3f, compiled ahead %.3f", best[1] / best[0], best[2] / best[0]))
  print(String(format: "a text with powers / the same compiled ahead  %.3f", best[3] / best[4]))

  try measureFirstUse(count: max(runs, 20), of: builtKernels(), on: context)
}

/// A text that nobody compiled before.
private func freshText(_ name: String) -> String {
  """
  kernel vec4 \(name)(__sample s, float g) {
    float shade = fract(dot(destCoord(), vec2(0.1)) + g);
    return mix(s, vec4(pow(s.rgb, vec3(g)), s.a), smoothstep(0.2, 0.8, shade));
  }
  """
}

/// Prints what kernels cost when they are new: their text or library, and a first render beside later ones, without
/// what the driver takes to compile.
///
/// - Parameter built: the library that cibench was built with.
private func measureFirstUse(count: Int, of built: Data, on context: CIContext) throws {
  func show(_ what: String, _ times: [Double]) {
    let sorted = times.sorted()
    let name = what.padding(toLength: 20, withPad: " ", startingAt: 0)
    print(
      String(
        format: "%@ %.3f ms at first, median %.3f ms, most %.3f ms", name, times[0], sorted[sorted.count / 2],
        sorted[sorted.count - 1]))
  }
  var (texts, uses): ([Double], [Double]) = ([], [])
  let source = Harness.smallImage
  /// Milliseconds, those of the driver's compiler apart, and which of them are planning, stitching and the device's.
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
  /// What a first render takes beyond a later one.
  func firstRender(_ image: CIImage) throws -> Double {
    let (first, later) = (try render(image), try render(image))
    firstRenders.append(first - later)
    return (first - later).x
  }
  func firstUse(_ kernel: CIColorKernel) throws -> Double {
    try firstRender(kernel.apply(checked: source.extent, arguments: [source, 0.5]))
  }
  _ = try firstUse(CIColorKernel(checked: freshText("before"), language: .coreImage))
  // What every filter pays when it is new.
  let filters = [
    "CISepiaTone", "CIVibrance", "CIHueAdjust", "CIGammaAdjust", "CIColorMonochrome", "CIColorPosterize",
    "CIFalseColor", "CIColorClamp", "CITemperatureAndTint", "CIPhotoEffectNoir", "CIColorPolynomial",
  ]
  show("a filter's render", try filters.map { try firstRender(source.applyingFilter($0)) })
  for number in 0..<count {
    var kernel: CIColorKernel?
    texts.append(
      try milliseconds { kernel = try CIColorKernel(checked: freshText("fresh\(number)"), language: .coreImage) })
    guard let kernel else { continue }
    uses.append(texts[number] + (try firstUse(kernel)))
  }
  show("a new text", texts)
  let known = try milliseconds {
    for _ in 0..<100 { _ = try CIColorKernel(checked: freshText("fresh0"), language: .coreImage) }
  }
  print(String(format: "a known text         %.3f ms", known / 100))
  show("and a first render", uses)

  let names = (0..<count).map { "ahead\($0)" }
  let library = try KernelLibrary.file(
    of: names.map { KernelText(freshText($0), .coreImage, file: $0) }, by: runtimeCompiler)
  var (loads, aheadUses): ([Double], [Double]) = ([], [])
  for name in names {
    var kernel: CIColorKernel?
    loads.append(try milliseconds { kernel = try CIColorKernel(functionName: name, fromMetalLibraryData: library) })
    guard let kernel else { continue }
    aheadUses.append(loads[loads.count - 1] + (try firstUse(kernel)))
  }
  show("compiled ahead", loads)
  // Made a moment ago, they have no native stages: the processor interprets them, as it does texts.
  show("and a first render", aheadUses)
  for (part, name) in ["planning", "stitching", "device"].enumerated() {
    show("  of it \(name)", firstRenders.suffix(count).map { $0[part + 1] })
  }

  // With native stages, as the plugin builds them, cibench has one; a process meets it once.
  var linked: CIColorKernel?
  let load = try milliseconds { linked = try CIColorKernel(functionName: "first", fromMetalLibraryData: built) }
  guard let linked else { return }
  print(String(format: "with native stages   %.3f ms, and a first render %.3f ms", load, load + (try firstUse(linked))))
}
