import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import VulkanEngine

/// The options of a context in checked form.
package struct ContextSettings: Sendable {
  package enum Backend: String, Sendable {
    case automatic, processor, vulkan, reference
  }

  package var backend = Backend.automatic
  /// The options of a Vulkan device. Memory, time and caching options apply to all engines.
  package var vulkan = VulkanContext.Options()
  package var passes = PassOptions()
  package var workingStore = Program.StoreForm.rgbaHalf
  package var outputSpace: ColorSpace? = .sRGB
  package var outputIsPremultiplied = true
  package var name: String?
  /// The limits of image files, in addition to those that they were opened with. Nil: none.
  package var codecLimits: CodecLimits?
  /// The maximum duration of a render.
  package var timeLimit: Duration?
  package var log = RenderLog.silent

  /// The memory target of renders on the CPU in bytes: the requested one, or half of the available memory. Nil if it is
  /// unknown.
  var hostMemoryTarget: Int? {
    vulkan.memoryTarget ?? HostMemory.available.map(MemoryBudget.ofAvailableHostMemory)
  }

  /// The level of the native stages of the processor engine. Nil: the best that the processor supports.
  package var level: ProcessorLevel?
  /// The shared object of that level's stages. Nil: the embedded one.
  package var stagesFile: URL?
  /// The number of threads of a run of the processor engine. Nil: one for each core.
  package var threads: Int?

  /// The options of the processor engine; those that it shares with Vulkan are equal.
  var processor: ProcessorContext.Options {
    var options = ProcessorContext.Options()
    (options.level, options.stagesFile) = (level, stagesFile)
    if let threads { options.threads = threads }
    (options.memoryTarget, options.rules) = (vulkan.memoryTarget, vulkan.rules)
    options.cachesIntermediates = vulkan.cachesIntermediates
    options.fastPaths = vulkan.fastPaths
    return options
  }

  /// The errors of options that have no effect.
  private(set) var problems: [RenderError] = []

  package init() { passes.highQualityDownsample = true }

  /// Reads options as `init(_:environment:)` does, and throws for options without effect.
  package init(checked options: [CIContextOption: Any], environment: [String: String]) throws(RenderError) {
    self = try ContextSettings(options, environment: environment).checked()
  }

  /// Reads Core Image's options and the environment, whose `CI_BACKEND` takes precedence.
  package init(_ options: [CIContextOption: Any], environment: [String: String]) {
    self.init()
    var reader = OptionReader(options)
    log = RenderLog(environment: environment)
    vulkan.validates = log.verifies
    vulkan.fastPaths = log.fastPaths
    // The concatenated graph shows the times of passes.
    let timesPasses = reader.flag(.timesPasses) == true
    vulkan.timesDispatches = log.times || (log.tree?.graphs ?? 0) & 4 != 0 || timesPasses
    if reader.flag(.useSoftwareRenderer) == true { vulkan.hardware = .processor }
    vulkan.lowPriority = reader.flag(.priorityRequestLow) ?? false
    vulkan.prefersLowPower = reader.flag(.allowLowPower) ?? false
    if reader.flag(.cacheIntermediates) == false {
      (vulkan.cachesSources, vulkan.cachesIntermediates) = (false, false)
    }
    outputIsPremultiplied = reader.flag(.outputPremultiplied) ?? true
    passes.highQualityDownsample = reader.flag(.highQualityDownsample) ?? true
    name = reader.text(.name)
    codecLimits = reader.value(.codecLimits, "CodecLimits") { $0 as? CodecLimits }
    if let megabytes = reader.number(.memoryTarget, "a number of megabytes above 0", where: { $0 > 0 && $0 < 1e9 }) {
      vulkan.memoryTarget = Int(megabytes * 1_048_576)
    }
    if let seconds = reader.number(.timeLimit, "a number of seconds, 0 or more", where: { $0 >= 0 }) {
      timeLimit = .milliseconds(Int(clamping: min(seconds, 1e9) * 1000))
      vulkan.pixelsAtOnce = 1 << 20
    }
    readSpaces(&reader)
    readFormat(&reader)
    vulkan.device =
      reader.value(.device, "a name or a number") { value -> DeviceChoice? in
        if let name = value as? String { return .name(name) }
        return number(from: value).flatMap { Int(exactly: $0) }.map { .index($0) }
      } ?? .automatic
    let requestedBackend = reader.value(.backend, "processor, vulkan, reference or automatic") {
      ($0 as? String).flatMap(Backend.init)
    }
    let environmentBackend = environment["CI_BACKEND"].flatMap { $0.isEmpty ? nil : $0 }
    if let environmentBackend, Backend(rawValue: environmentBackend) == nil {
      log.note(
        "CI_BACKEND must be processor, vulkan, reference or automatic (got \(environmentBackend.prefix(40)))")
    }
    backend = environmentBackend.map { Backend(rawValue: $0) ?? .automatic } ?? requestedBackend ?? .automatic
    problems = reader.problems()
  }

  private mutating func readSpaces(_ reader: inout OptionReader<CIContextOption>) {
    let working = reader.value(.workingColorSpace, "an RGB CGColorSpace or NSNull") { value -> ColorSpace?? in
      if value is NSNull { return .some(nil) }
      guard let space = (value as? CGColorSpace)?.space, space.model == .rgb else { return nil }
      // Formulas support transfer functions only. Tables are applied to images, not to the colour arguments of a
      // recipe.
      return space.table == nil ? space : space.linearized
    }
    if let working {
      passes.managesColor = working != nil
      passes.workingSpace = working ?? passes.workingSpace
    }
    let output = reader.value(.outputColorSpace, "a CGColorSpace that supports output, or NSNull") {
      value -> ColorSpace?? in
      if value is NSNull { return .some(nil) }
      guard let space = value as? CGColorSpace, space.supportsOutput else { return nil }
      return space.space
    }
    if let output { outputSpace = output }
  }

  private mutating func readFormat(_ reader: inout OptionReader<CIContextOption>) {
    let store = reader.value(.workingFormat, "RGBA8, RGBAh or RGBAf") { value -> Program.StoreForm? in
      let code = number(from: value).flatMap { Int32(exactly: $0) }
      switch value as? CIFormat ?? code.map(CIFormat.init(rawValue:)) {
      case .RGBAf: return .rgbaFloat
      case .RGBAh: return .rgbaHalf
      case .RGBA8, .BGRA8: return .rgba8
      default: return nil
      }
    }
    workingStore = store ?? workingStore
  }
}

extension ContextSettings: ReadFromOptions {}

extension CIContextOption {
  /// A device by its index in `citool devices` or by a part of its name. Not part of Apple's API.
  public static let device = CIContextOption(rawValue: "vulkan_device")
  /// Bool: measure every pass on the device, for `CIRenderInfo.graph`. False by default, since some drivers retain
  /// memory for every measurement. Not part of Apple's API.
  public static let timesPasses = CIContextOption(rawValue: "times_passes")
  /// A number of seconds, 0 or more: a render that takes longer ends with `RenderError.limit`. No limit by default. Not
  /// part of Apple's API.
  ///
  /// The time is checked every few milliseconds on the CPU reference, between chunks of work on the processor, and
  /// after every million pixels on devices.
  public static let timeLimit = CIContextOption(rawValue: "time_limit")
  /// The backend: `processor`, `vulkan`, `reference` or `automatic`. Not part of Apple's API.
  ///
  /// `automatic`, the default, selects a GPU if there is one, else the processor. A driver that runs Vulkan on the CPU
  /// is not selected: request it with `vulkan`, or with its name as `device`.
  public static let backend = CIContextOption(rawValue: "backend")
}
