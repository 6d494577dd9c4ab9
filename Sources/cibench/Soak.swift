import CoreImage
import Foundation

/// Renders many small pictures with other values each and prints by how many KiB the process grew.
func soak(_ count: Int, on context: CIContext) throws {
  let picture = CIImage(
    bitmapData: Data(count: 32 * 32 * 4), bytesPerRow: 128, size: CGSize(width: 32, height: 32), format: .RGBA8,
    colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  var pixels = [UInt8](repeating: 0, count: 32 * 32 * 4)
  func render(_ step: Int) throws {
    let image = picture.applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(step % 7)])
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": Double(step % 5 + 1)])
    try context.render(
      checked: image, toBitmap: &pixels, rowBytes: 128, bounds: picture.extent, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }
  for step in 0..<1000 { try render(step) }
  let before = memoryKilobytes("VmRSS")
  for step in 0..<count { try render(step) }
  print("\(count) renders on \(context.deviceName): grown by KiB \(memoryKilobytes("VmRSS") - before) ")
}

/// Memory of this process by its name in /proc: VmRSS is what is in the machine's memory now, VmHWM the most that ever
/// was; 0 where the system does not tell.
func memoryKilobytes(_ name: String) -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") })
  else { return 0 }
  return Int(line.filter(\.isNumber)) ?? 0
}
