import CoreImage
import Foundation

/// Renders many small images with changing values, and prints the growth of the process in KiB.
func soak(_ count: Int, on context: CIContext) throws {
  let source = CIImage(
    bitmapData: Data(count: 32 * 32 * 4), bytesPerRow: 128, size: CGSize(width: 32, height: 32), format: .RGBA8,
    colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  var pixels = [UInt8](repeating: 0, count: 32 * 32 * 4)
  func render(_ step: Int) throws {
    let image = source.applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(step % 7)])
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": Double(step % 5 + 1)])
    try context.render(
      checked: image, toBitmap: &pixels, rowBytes: 128, bounds: source.extent, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }
  for step in 0..<1000 { try render(step) }
  let before = memoryKilobytes("VmRSS")
  for step in 0..<count { try render(step) }
  print("\(count) renders on \(context.deviceName): grown by KiB \(memoryKilobytes("VmRSS") - before) ")
}

/// Renders frames of ten filters with a changing value into one destination, and prints the growth of memory, programs
/// and plans.
func soakFrames(_ count: Int, width: Int, height: Int, on context: CIContext) throws {
  let source = Harness.image(width, height)
  var pixels = [UInt8](repeating: 0, count: width * height * 4)
  let first = 3
  // After these frames, the caches of recipes and the memory pools are filled.
  let settled = max(first + 1, count / 10)
  var (memory, programs, plans) = (0, 0, 0)
  let start = ContinuousClock.now
  try pixels.withUnsafeMutableBytes { bytes in
    let destination = CIRenderDestination(
      bitmapData: bytes.baseAddress!, width: width, height: height, bytesPerRow: width * 4, format: .RGBA8)
    for frame in 0..<count {
      // Never a value at which a filter has no effect: the optimiser would remove the filter.
      let image = tenFilters(source, (Double(frame % 100) + 0.5) / 100)
      let info = try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      if frame >= first {
        programs += info.statistics.programsCompiled
        plans += info.statistics.planMisses
      }
      if frame == settled { memory = memoryKilobytes("VmRSS") }
      if (frame + 1) % max(1, count / 10) == 0 {
        let each = (ContinuousClock.now - start) / .milliseconds(frame + 1)
        print(String(format: "%d frames  %.1f ms each  %d KiB", frame + 1, each, memoryKilobytes("VmRSS")))
        fflush(nil)
      }
    }
  }
  let grown = memoryKilobytes("VmRSS") - memory
  print(
    "\(count) frames of \(width)x\(height) on \(context.deviceName): grown by \(grown) KiB since frame \(settled); "
      + "after frame \(first): \(programs) programs compiled, \(plans) recipes planned")
}

/// Applies ten filters, of which the last ones have a halo.
private func tenFilters(_ image: CIImage, _ value: Double) -> CIImage {
  image
    .applyingFilter("CIExposureAdjust", parameters: ["inputEV": value - 0.5])
    .applyingFilter("CISepiaTone", parameters: ["inputIntensity": value])
    .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
    .applyingFilter("CIHueAdjust", parameters: ["inputAngle": value])
    .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.8])
    .applyingFilter("CIColorControls", parameters: ["inputSaturation": 0.5 + value, "inputContrast": 1.1])
    .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4])
    .applyingFilter("CISharpenLuminance", parameters: ["inputSharpness": value])
    .applyingFilter("CIVignette", parameters: ["inputIntensity": 0.5, "inputRadius": 1])
    .applyingFilter("CIColorInvert")
    .cropped(to: image.extent)
}

/// Returns a value of /proc/self/status in KiB: VmRSS is the resident memory, VmHWM its peak. Returns 0 if the value is
/// not available.
func memoryKilobytes(_ name: String) -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
  else { return 0 }
  return Int(line.filter(\.isNumber)) ?? 0
}
