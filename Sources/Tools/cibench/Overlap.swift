import CoreImage
import Foundation
import ImageGraph

/// The times of a number of tasks, summed, in milliseconds.
private struct TaskTimes {
  var wall = 0.0
  var upload = 0.0
  var device = 0.0
  var download = 0.0

  var sum: Double { upload + device + download }
}

/// Prints the time of several tasks in flight, compared with the same tasks in sequence, and with the sum of their
/// uploads, device times and downloads.
///
/// Every task has its own image, which is uploaded for it.
func printOverlap(_ harness: Harness, tasks count: Int = 8) throws {
  let recipes: [(String, (CIImage) -> CIImage)] = [
    ("one colour step", exposure), ("32 colour steps", chain(32)),
    ("Gaussian blur 10", { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10]) }),
  ]
  let memory = (0..<count).map { _ in
    UnsafeMutableRawBufferPointer.allocate(byteCount: harness.width * harness.height * 4, alignment: 64)
  }
  defer { for bytes in memory { bytes.deallocate() } }
  for bytes in memory { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
  print("\(count) tasks, each with its own image; milliseconds of all tasks together.\n")
  print("| work | upload | device | read back | sum | one by one | in flight | in flight / sum |")
  print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
  for (name, recipe) in recipes {
    var (sequential, overlapping): ([TaskTimes], [TaskTimes]) = ([], [])
    for run in 0...harness.runs {
      let first = try measureTasks(harness, recipe, into: memory, inFlight: false)
      let second = try measureTasks(harness, recipe, into: memory, inFlight: true)
      // The first run compiles kernels and allocates memory.
      if run > 0 { (sequential, overlapping) = (sequential + [first], overlapping + [second]) }
    }
    func sequentialMedian(_ time: (TaskTimes) -> Double) -> Double { median(sequential.map(time)).median }
    let inFlight = median(overlapping.map(\.wall)).median
    let sum = sequentialMedian(\.sum)
    let cells = [
      sequentialMedian(\.upload), sequentialMedian(\.device), sequentialMedian(\.download), sum,
      sequentialMedian(\.wall), inFlight,
    ].map { String(format: "%.1f", $0) }
    print("| \(name) | \(cells.joined(separator: " | ")) | \(String(format: "%.2f", inFlight / sum)) |")
  }
}

private func measureTasks(
  _ harness: Harness, _ recipe: (CIImage) -> CIImage, into memory: [UnsafeMutableRawBufferPointer], inFlight: Bool
) throws -> TaskTimes {
  // New images, so that no cached upload is used.
  let images = memory.map { _ in recipe(harness.newImage()) }
  let destinations = memory.map { bytes in
    CIRenderDestination(
      bitmapData: bytes.baseAddress!, width: harness.width, height: harness.height, bytesPerRow: harness.width * 4,
      format: .RGBA8)
  }
  var times = TaskTimes()
  func add(_ info: CIRenderInfo) {
    times.upload += info.statistics.uploadMilliseconds
    times.device += info.statistics.deviceMilliseconds
    times.download += info.statistics.downloadMilliseconds
  }
  let bounds = CGRect(x: 0, y: 0, width: harness.width, height: harness.height)
  func start(_ index: Int) throws -> CIRenderTask {
    try harness.context.startTask(toRender: images[index], from: bounds, to: destinations[index], at: .zero)
  }
  times.wall = try milliseconds {
    if inFlight {
      for task in try memory.indices.map(start) { add(try task.waitUntilCompleted()) }
    } else {
      for index in memory.indices { add(try start(index).waitUntilCompleted()) }
    }
  }
  return times
}
