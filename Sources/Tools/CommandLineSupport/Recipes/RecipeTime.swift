import CoreImage
import Foundation
import ImageFilters
import KernelLanguage

/// When, and of which frame, a recipe that depends on time is read.
package struct RecipeTime {
  /// Seconds from the start of the output.
  package var time: Double
  /// What `{"frame": true}` stands for; nil where there is no video.
  package var frame: CIImage?
  /// Other times for values at some places.
  var times: [String: Double] = [:]

  package init(time: Double = 0, frame: CIImage? = nil) { (self.time, self.frame) = (time, frame) }
}

/// What was read of a recipe, so that reading it at another time reads no file and compiles no kernel again. For one
/// thread at a time.
package final class RecipeMemory {
  /// Images by `RecipeFile.key`.
  package internal(set) var files: [String: CIImage] = [:]
  var kernels: [String: KernelFile] = [:]
  /// Values that depend on time, by their places.
  var timed: [String: TimedValue] = [:]
  var usesFrame = false
  private var decoded: [String: (text: String, data: Data)] = [:]

  package init() {}

  /// The bytes of a text in base 64; nil where it is none.
  func data(_ text: String, at place: String) -> Data? {
    // The same text is the same storage, so this compares nothing.
    if let known = decoded[place], known.text == text { return known.data }
    guard let data = Data(base64Encoded: text) else { return nil }
    decoded[place] = (text, data)
    return data
  }
}

extension ImageReader {
  /// A value as a recipe without time has it at the moment, and where that stands.
  func settled(_ json: JSON, _ kind: TimedValue.Kind, at place: String) throws -> (json: JSON, place: String) {
    guard TimedValue.isTimed(json) else { return (json, place) }
    let value = try memory.timed[place] ?? TimedValue(json, kind, at: place)
    memory.timed[place] = value
    let time = moment.times[place] ?? moment.time
    let isHeld = value.kind == .held
    return (value.value(at: time), isHeld ? "\(place).keyframes[\(value.keyframe(at: time))][1]" : place)
  }

  /// How the values of a filter's input are blended.
  static func kind(_ parameter: ParameterInfo) -> TimedValue.Kind {
    switch parameter.className {
    case "NSNumber": parameter.type == .boolean ? .held : .numbers
    case "CIVector", "NSArray": .numbers
    case "CIColor": .color
    case "NSAffineTransform": .transform
    default: .held
    }
  }

  /// How the values of a kernel's parameter are blended.
  static func kind(_ parameter: Kernel.Parameter) -> TimedValue.Kind {
    switch parameter.type {
    case .color: .color
    case .floats, .ints, .uints: .numbers
    case .sampler, .table, .sample, .bool, .data: .held
    }
  }
}
