import CoreImage
import Foundation
import ImageFilters
import KernelLanguage

/// The time and the frame for which a recipe is evaluated.
package struct RecipeTime {
  /// The time in seconds from the start of the output.
  package var time: Double
  /// The image for `{"frame": true}`. Nil without a video.
  package var frame: CIImage?
  /// Times that override `time` for single values, by key path.
  var times: [String: Double] = [:]

  package init(time: Double = 0, frame: CIImage? = nil) { (self.time, self.frame) = (time, frame) }
}

/// A cache of the files and kernels of a recipe, so that evaluation at another time reads no file and compiles no
/// kernel again. Not thread-safe.
package final class RecipeFileCache {
  /// Images by `RecipeFile.key(of:in:)`.
  package internal(set) var files: [String: CIImage] = [:]
  var kernels: [String: KernelFile] = [:]
  /// Values that depend on time, by key path.
  var timed: [String: TimedValue] = [:]
  /// Whether an input is a frame of the video.
  var usesFrame = false
  private var decoded: [String: (text: String, data: Data)] = [:]

  package init() {}

  /// Decodes a base 64 text. Returns nil for other texts.
  func data(_ text: String, at location: String) -> Data? {
    // Equal texts share their storage here, so the comparison is O(1).
    if let cached = decoded[location], cached.text == text { return cached.data }
    guard let data = Data(base64Encoded: text) else { return nil }
    decoded[location] = (text, data)
    return data
  }
}

extension ImageReader {
  /// Evaluates a value at `moment`. Returns it with the key path of the evaluated value.
  func evaluated(_ json: JSON, _ kind: TimedValue.Kind, at location: String) throws -> (json: JSON, location: String) {
    guard TimedValue.isTimed(json) else { return (json, location) }
    let value = try cache.timed[location] ?? TimedValue(json, kind, at: location)
    cache.timed[location] = value
    let time = moment.times[location] ?? moment.time
    let isHeld = value.kind == .held
    return (value.value(at: time), isHeld ? "\(location).keyframes[\(value.keyframe(at: time))][1]" : location)
  }

  /// Returns the interpolation of a filter input's values.
  static func kind(_ parameter: ParameterInfo) -> TimedValue.Kind {
    switch parameter.className {
    case "NSNumber": parameter.type == .boolean ? .held : .numbers
    case "CIVector", "NSArray": .numbers
    case "CIColor": .color
    case "NSAffineTransform": .transform
    default: .held
    }
  }

  /// Returns the interpolation of a kernel parameter's values.
  static func kind(_ parameter: Kernel.Parameter) -> TimedValue.Kind {
    switch parameter.type {
    case .color: .color
    case .floats, .ints, .uints: .numbers
    case .sampler, .table, .sample, .bool, .data: .held
    }
  }
}
