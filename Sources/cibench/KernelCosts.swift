import CoreImage
import Foundation

/// Prints what a kernel of one's own costs: rendered beside the built-in filter that computes the same, and until it is
/// there for the first time.
func measureKernels(on harness: Harness) throws {
  let (context, width, height, runs) = (harness.context, harness.width, harness.height, harness.runs)
  let text = "kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a); }"
  let kernel = try CIColorKernel(checked: text, language: .coreImage)
  let cases = [
    Benchmark("kernels/built-in-exposure") { $0.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1]) },
    Benchmark("kernels/own-exposure") { try kernel.apply(checked: $0.extent, arguments: [$0, 2]) },
  ]
  print("\(context.deviceName), \(width)x\(height) RGBA8 in and out")
  // In turns, so that what else the machine does meets both.
  var best = [Double](repeating: .infinity, count: cases.count)
  for _ in 0..<3 {
    for (index, benchmark) in cases.enumerated() { best[index] = min(best[index], try harness.measure(benchmark).wall) }
  }
  for (benchmark, wall) in zip(cases, best) { print(String(format: "%@  %.2f ms", benchmark.name, wall)) }
  print(String(format: "own / built-in      %.3f", best[1] / best[0]))

  // Texts that nobody compiled before.
  var texts: [Double] = []
  for number in 0..<max(runs, 20) {
    let text = """
      kernel vec4 fresh\(number)(__sample s, float g) {
        float shade = fract(dot(destCoord(), vec2(0.1)) + g);
        return mix(s, vec4(pow(s.rgb, vec3(g)), s.a), smoothstep(0.2, 0.8, shade));
      }
      """
    texts.append(try milliseconds { _ = try CIColorKernel(checked: text, language: .coreImage) })
  }
  texts.sort()
  print(
    String(
      format: "a new text           %.2f ms at first, median %.2f ms", texts.last ?? 0, texts[texts.count / 2]))
  let again = try milliseconds { for _ in 0..<100 { _ = try CIColorKernel(checked: text, language: .coreImage) } }
  print(String(format: "a known text         %.3f ms", again / 100))
}
