import CoreImage
import Foundation
import ImageGraph

/// What a number of tasks took. Times are milliseconds of all of them together.
private struct TaskTimes {
  var wall = 0.0
  var upload = 0.0
  var device = 0.0
  var download = 0.0

  var parts: Double { upload + device + download }
}

/// Prints what several tasks take that are in flight together, beside the same tasks each waited for before the next,
/// and beside the sum of their uploads, their work on the device and their results' way back.
///
/// Every task has an image of its own, which is uploaded for it.
func printOverlap(_ harness: Harness, tasks count: Int = 8) throws {
  let works: [(String, (CIImage) -> CIImage)] = [
    ("one colour step", exposure), ("32 colour steps", chain(32)),
    ("Gaussian blur 10", { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10]) }),
  ]
  let memory = (0..<count).map { _ in
    UnsafeMutableRawBufferPointer.allocate(byteCount: harness.width * harness.height * 4, alignment: 64)
  }
  defer { for bytes in memory { bytes.deallocate() } }
  for bytes in memory { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
  print("\(count) tasks, each with an image of its own; milliseconds of all tasks together.\n")
  print("| work | upload | device | read back | sum | one by one | in flight | in flight / sum |")
  print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
  for (name, work) in works {
    var (alone, together): ([TaskTimes], [TaskTimes]) = ([], [])
    for run in 0...harness.runs {
      let first = try measureTasks(harness, work, into: memory, inFlight: false)
      let second = try measureTasks(harness, work, into: memory, inFlight: true)
      // Kernels are made, and memory is taken, in the first.
      if run > 0 { (alone, together) = (alone + [first], together + [second]) }
    }
    func middle(_ part: (TaskTimes) -> Double) -> Double { median(alone.map(part)).median }
    let inFlight = median(together.map(\.wall)).median
    let cells = [
      middle(\.upload), middle(\.device), middle(\.download), middle(\.parts), middle(\.wall), inFlight,
    ].map { String(format: "%.1f", $0) }
    print("| \(name) | \(cells.joined(separator: " | ")) | \(String(format: "%.2f", inFlight / middle(\.parts))) |")
  }
}

private func measureTasks(
  _ harness: Harness, _ work: (CIImage) -> CIImage, into memory: [UnsafeMutableRawBufferPointer], inFlight: Bool
) throws -> TaskTimes {
  // New images: what was uploaded for others is not used again.
  let images = memory.map { _ in work(harness.newImage()) }
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
