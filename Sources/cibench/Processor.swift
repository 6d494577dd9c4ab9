import CoreImage
import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ImageProcessor

/// The rows of the peers' table that the processor's engine is measured by, beside those that `Cases` has.
private let processorBenchmarks: [Benchmark] =
  benchmarks.filter { ["peers/eight-operations", "color/steps-32"].contains($0.name) }
  + [3, 10, 50].map { radius in
    Benchmark("blur/gaussian-\(radius)") { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": radius]) }
  }
  + benchmarks.filter {
    [
      "stylize/bloom-crop-150", "geometry/rotate-30-scale-0.7", "composite/source-over", "composite/multiply",
      "reduction/histogram-256", "reduction/average",
    ].contains($0.name)
  }
  + [
    Benchmark("blur/median-3") { $0.applyingFilter("CIMedianFilter") },
    Benchmark("blur/maximum-11") {
      $0.applyingFilter("CIMorphologyRectangleMaximum", parameters: ["inputWidth": 11, "inputHeight": 11])
    },
  ]

/// Prints what the processor's engine takes for them, planning aside, and the processor time of all threads together,
/// which a busy machine does not spoil: `stored` are values as they lie in the picture,
/// without colour management; `light` is linear light.
func measureProcessor(matching filters: [String], width: Int, height: Int, runs: Int, threads: Int?) throws {
  var options = ProcessorContext.Options()
  if let threads { options.threads = threads }
  // Objects that `scripts/stages debug` made, for profilers.
  let folder = ProcessInfo.processInfo.environment["CI_STAGES"].map { URL(fileURLWithPath: $0) }
  let level = ProcessorLevel.supported.last
  let processor =
    if let folder, let level {
      try ProcessorContext(
        Stages(level, file: folder.appendingPathComponent("\(level.rawValue).so")), options)
    } else {
      try ProcessorContext(options)
    }
  let planner = Planner(for: processor.profile)
  let picture = Harness.picture(width, height)
  print("\(processor.profile.name), \(options.threads) threads, \(width)x\(height) RGBX8 to RGBA8, milliseconds")
  print(row(["benchmark", "first", "light", "processor", "stored", "processor", "dispatches"]))
  for benchmark in processorBenchmarks where filters.isEmpty || filters.contains(where: benchmark.name.contains) {
    let image = try benchmark.recipe(picture, picture)
    let region = UserRect(benchmark.region?(picture.extent) ?? picture.extent)
    var cells: [String] = []
    for space in [ColorSpace.sRGB, nil] {
      let passes = PassOptions(outputSpace: space, managesColor: space != nil)
      let request = RenderRequest(image.node, region: region, format: .rgba8, options: passes)
      let schedules = try planner.plan(request).work.schedules
      func render() throws { for schedule in schedules { _ = try processor.pixels(of: schedule) } }
      let first = try milliseconds(render)
      let before = clock()
      let times = try (0..<runs).map { _ in try milliseconds(render) }
      let processor = Double(clock() - before) / Double(CLOCKS_PER_SEC) * 1000 / Double(runs)
      if space != nil { cells.append(format(first)) }
      cells += [format(median(times).median), format(processor)]
      if space == nil { cells.append("\(schedules.reduce(0) { $0 + $1.dispatches.count })") }
    }
    print(row([benchmark.name] + cells))
  }
}

private func format(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.1f", value) }

private func row(_ cells: [String]) -> String {
  cells[0].padding(toLength: 32, withPad: " ", startingAt: 0)
    + cells.dropFirst().map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
}
