import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImageVulkan

/// A context's options in checked form.
package struct ContextSettings: Sendable {
  package enum Backend: String, Sendable {
    case automatic, vulkan, reference
  }

  package var backend = Backend.automatic
  package var vulkan = VulkanContext.Options()
  package var passes = PassOptions()
  package var workingStore = Program.StoreForm.rgbaHalf
  package var outputSpace: ColorSpace? = .sRGB
  package var outputIsPremultiplied = true
  package var name: String?
  package var log = RenderLog.silent

  package init() {}

  /// Reads Core Image's options and the environment; the environment's `CI_BACKEND` wins.
  package init(_ options: [CIContextOption: Any], environment: [String: String]) {
    log = RenderLog(environment: environment)
    vulkan.validates = log.verifies
    // The concatenated graph shows what its passes took.
    vulkan.timesDispatches = log.times || (log.tree?.graphs ?? 0) & 4 != 0 || flag(options[.timesPasses]) == true
    backend = environment["CI_BACKEND"].flatMap(Backend.init) ?? .automatic
    if flag(options[.useSoftwareRenderer]) == true { vulkan.software = true }
    if flag(options[.priorityRequestLow]) == true { vulkan.lowPriority = true }
    if flag(options[.cacheIntermediates]) == false {
      (vulkan.cachesSources, vulkan.cachesIntermediates) = (false, false)
    }
    if flag(options[.outputPremultiplied]) == false { outputIsPremultiplied = false }
    if flag(options[.highQualityDownsample]) == true { passes.highQualityDownsample = true }
    name = options[.name] as? String
    if let megabytes = number(from: options[.memoryTarget]), megabytes > 0, megabytes < 1e9 {
      vulkan.memoryTarget = Int(megabytes * 1_048_576)
    }
    switch options[.workingColorSpace] {
    case is NSNull: passes.managesColor = false
    case let space as CGColorSpace: passes.workingSpace = space.space.linearized
    default: break
    }
    switch options[.outputColorSpace] {
    case is NSNull: outputSpace = nil
    case let space as CGColorSpace: outputSpace = space.space
    default: break
    }
    let format =
      options[.workingFormat] as? CIFormat
      ?? number(from: options[.workingFormat]).flatMap { Int32(exactly: $0) }.map(CIFormat.init(rawValue:))
    switch format {
    case .RGBAf: workingStore = .rgbaFloat
    case .RGBA8, .BGRA8: workingStore = .rgba8
    default: break
    }
    switch options[.device] {
    case let name as String: vulkan.device = .name(name)
    case let other?: number(from: other).flatMap { Int(exactly: $0) }.map { vulkan.device = .index($0) }
    case nil: break
    }
    if let wanted = (options[.backend] as? String).flatMap(Backend.init), environment["CI_BACKEND"] == nil {
      backend = wanted
    }
  }
}

/// True or false of whatever Core Image's callers pass for a Boolean; nil when it is none.
private func flag(_ value: Any?) -> Bool? { number(from: value).map { $0 != 0 } }

extension CIContextOption {
  /// This package's own: a device by its number in `citool devices` or by a part of its name.
  public static let device = CIContextOption(rawValue: "vulkan_device")
  /// This package's own, Bool: measure every pass on the device, for `CIRenderInfo.graph`. False when left out: some
  /// drivers keep memory for every measurement.
  public static let timesPasses = CIContextOption(rawValue: "times_passes")
  /// This package's own: `vulkan`, `reference` or `automatic`.
  public static let backend = CIContextOption(rawValue: "backend")
}
