import CoreImage
import Foundation
import ImageCodecs
import ImagePlanning

extension Arguments {
  /// Returns the context options of `--backend`, `--device` and `--memory`.
  package func contextOptions() throws -> [CIContextOption: Any] {
    var options: [CIContextOption: Any] = [.name: "citool"]
    if let backend = self["--backend"] {
      guard ["processor", "vulkan", "reference"].contains(backend) else {
        throw CommandFailure.usage("--backend must be processor, vulkan or reference (got \(backend))")
      }
      options[.backend] = backend
    }
    if let device = self["--device"] { options[.device] = Int(device).map { $0 as Any } ?? device }
    if let memory = self["--memory"] {
      guard let bytes = byteCount(memory), bytes >= 1, bytes <= 1e15 else {
        throw CommandFailure.usage("--memory must be 1 to 1e15 bytes, for example 256MiB (got \(memory))")
      }
      options[.memoryTarget] = MemoryBudget.ofProcess(bytes) / 1_048_576
    }
    return options
  }

  /// Returns the limits of the environment, overridden by `--root` and `--limit-…`.
  package func codecLimits() throws -> CodecLimits {
    var limits = try CodecLimits.process.get()
    func number(_ option: String) throws -> Int? {
      guard let text = self[option] else { return nil }
      guard let number = byteCount(text), number >= 1, number <= 9e15, number == number.rounded() else {
        throw CommandFailure.usage("\(option) must be a whole number from 1 to 9e15, also as 256MiB (got \(text))")
      }
      return Int(number)
    }
    limits.longestSide = try number("--limit-side") ?? limits.longestSide
    limits.pixelCount = try number("--limit-pixels") ?? limits.pixelCount
    limits.byteCount = try number("--limit-bytes") ?? limits.byteCount
    limits.wholeByteCount = try number("--limit-whole") ?? limits.wholeByteCount
    limits.growth = try number("--limit-growth") ?? limits.growth
    limits.rootFolder = try file("--root") ?? limits.rootFolder
    return limits
  }

  /// Returns the seconds of `--timeout`, nil without it.
  package func timeout() throws -> Double? {
    guard let text = self["--timeout"] else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 1e9 else {
      throw CommandFailure.usage("--timeout must be above 0 and at most 1e9 seconds (got \(text))")
    }
    return seconds
  }
}
