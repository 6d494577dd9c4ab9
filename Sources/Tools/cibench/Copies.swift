import CoreImage
import Foundation
import VulkanEngine

/// Prints the rates of copies to, on and from a Vulkan device, and the gain of tasks in flight, as tables of Markdown.
///
/// - Parameter options: the options of the context. The backend is always Vulkan.
func measureCopies(_ options: [CIContextOption: Any], width: Int, height: Int, runs: Int) throws {
  let options = options.merging([.backend: "vulkan"]) { $1 }
  let settings = try ContextSettings(checked: options, environment: ProcessInfo.processInfo.environment)
  let device = try VulkanContext(settings.vulkan)
  let rates = CopyRates(device: device, byteCount: width * height * 4, runs: runs)
  print("\(device.info.name), \(width)x\(height) pixels of RGBA8: \(rates.byteCount) bytes, \(runs) runs, medians.\n")
  try rates.printTable()
  let harness = try Harness(options, width: width, height: height, runs: runs)
  print("")
  try printOverlap(harness)
}

/// The copies between host memory, staging memory and device memory.
private struct CopyRates {
  let device: VulkanContext
  let byteCount: Int
  let runs: Int

  func printTable() throws {
    let (source, target) = (memory(), memory())
    defer { for bytes in [source, target] { bytes.deallocate() } }
    let inMemory = (0...runs).map { _ in milliseconds { target.copyMemory(from: UnsafeRawBufferPointer(source)) } }
    let (written, read) = try device.withStaging(byteCount: byteCount) { staging in
      staging.initializeMemory(as: UInt8.self, repeating: 1)
      return (
        (0...runs).map { _ in milliseconds { staging.copyMemory(from: UnsafeRawBufferPointer(source)) } },
        (0...runs).map { _ in milliseconds { target.copyMemory(from: UnsafeRawBufferPointer(staging)) } }
      )
    }
    print("| copy | by | ms | GB/s | spread |")
    print("| --- | --- | ---: | ---: | ---: |")
    show("memory to memory", "host", inMemory.dropFirst())
    show("memory to staging", "host", written.dropFirst())
    show("staging to device", "device", try device.copyTimes(of: byteCount, from: .host, to: .device, runs: runs)[...])
    show("device to device", "device", try device.copyTimes(of: byteCount, from: .device, to: .device, runs: runs)[...])
    show("device to staging", "device", try device.copyTimes(of: byteCount, from: .device, to: .host, runs: runs)[...])
    show("staging to memory", "host", read.dropFirst())
  }

  private func memory() -> UnsafeMutableRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 3)
    return bytes
  }

  private func show(_ copy: String, _ by: String, _ times: ArraySlice<Double>) {
    let (time, spread) = median(Array(times))
    // The clock of a device may be too coarse for small copies.
    let rate = time > 0 ? String(format: "%.2f", Double(byteCount) / time / 1e6) : "-"
    let percentage = time > 0 ? String(format: "%.0f %%", spread / time * 100) : "-"
    print("| \(copy) | \(by) | \(String(format: "%.3f", time)) | \(rate) | \(percentage) |")
  }
}
