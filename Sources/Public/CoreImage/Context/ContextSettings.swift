import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import VulkanEngine

/// A context's options in checked form.
package struct ContextSettings: Sendable {
  package enum Backend: String, Sendable {
    case automatic, processor, vulkan, reference
  }

  package var backend = Backend.automatic
  /// What a Vulkan device is asked for; memory, time and caching are meant for whatever renders.
  package var vulkan = VulkanContext.Options()
  package var passes = PassOptions()
  package var workingStore = Program.StoreForm.rgbaHalf
  package var outputSpace: ColorSpace? = .sRGB
  package var outputIsPremultiplied = true
  package var name: String?
  /// What files are held to beside what they were opened with; nil: nothing.
  package var codecLimits: CodecLimits?
  /// How long a render may take.
  package var timeLimit: Duration?
  package var log = RenderLog.silent

  /// Bytes that renders on the CPU may take: what was said, or half of what the system has to give; nil: not known.
  var hostMemoryTarget: Int? {
    vulkan.memoryTarget ?? HostMemory.available.map(MemoryBudget.ofAvailableHostMemory)
  }

  /// The stages that the processor engine has; nil: the best that the processor runs.
  package var level: ProcessorLevel?
  /// The object of that level's stages; nil: the embedded one.
  package var stagesFile: URL?
  /// Threads that a run of the processor engine may have; nil: one for each core.
  package var threads: Int?

  /// What the processor engine is asked for: the same as far as it has it.
  var processor: ProcessorContext.Options {
    var options = ProcessorContext.Options()
    (options.level, options.stagesFile) = (level, stagesFile)
    if let threads { options.threads = threads }
    (options.memoryTarget, options.rules) = (vulkan.memoryTarget, vulkan.rules)
    options.cachesIntermediates = vulkan.cachesIntermediates
    options.fastPaths = vulkan.fastPaths
    return options
  }

  /// What of the options nothing does.
  private(set) var problems: [RenderError] = []

  package init() { passes.highQualityDownsample = true }

  /// The same as `init(_:environment:)`.
  ///
  /// - Throws: what of the options nothing does.
  package init(checked options: [CIContextOption: Any], environment: [String: String]) throws(RenderError) {
    self = try ContextSettings(options, environment: environment).checked()
  }

  /// Reads Core Image's options and the environment; the environment's `CI_BACKEND` wins.
  package init(_ options: [CIContextOption: Any], environment: [String: String]) {
    self.init()
    var reader = OptionReader(options)
    log = RenderLog(environment: environment)
    vulkan.validates = log.verifies
    vulkan.fastPaths = log.fastPaths
    // The concatenated graph shows what its passes took.
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
    let wanted = reader.value(.backend, "processor, vulkan, reference or automatic") {
      ($0 as? String).flatMap(Backend.init)
    }
    let forced = environment["CI_BACKEND"].flatMap { $0.isEmpty ? nil : $0 }
    if let forced, Backend(rawValue: forced) == nil {
      log.note(
        "CI_BACKEND is processor, vulkan, reference or automatic, not \(forced.prefix(40))")
    }
    backend = forced.map { Backend(rawValue: $0) ?? .automatic } ?? wanted ?? .automatic
    problems = reader.problems()
  }

  private mutating func readSpaces(_ reader: inout OptionReader<CIContextOption>) {
    let working = reader.value(.workingColorSpace, "an RGB CGColorSpace or NSNull") { value -> ColorSpace?? in
      if value is NSNull { return .some(nil) }
      guard let space = (value as? CGColorSpace)?.space, space.model == .rgb else { return nil }
      // Formulas have curves; tables stand in images, which a recipe's values do not go through.
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
  /// This package's own: a device by its number in `citool devices` or by a part of its name.
  public static let device = CIContextOption(rawValue: "vulkan_device")
  /// This package's own, Bool: measure every pass on the device, for `CIRenderInfo.graph`. False when left out: some
  /// drivers keep memory for every measurement.
  public static let timesPasses = CIContextOption(rawValue: "times_passes")
  /// This package's own, a number of seconds, 0 or more: a render that takes longer ends with `RenderError.limit`.
  ///
  /// The time is looked at every few milliseconds on the CPU reference, between pieces of work on the processor, and
  /// every million pixels on devices. No limit when left out.
  public static let timeLimit = CIContextOption(rawValue: "time_limit")
  /// This package's own: `processor`, `vulkan`, `reference` or `automatic`.
  ///
  /// `automatic`, as when left out: a GPU where there is one, else the processor. A driver that runs Vulkan on the CPU
  /// is no GPU: `vulkan`, or its name as `device`, ask for it.
  public static let backend = CIContextOption(rawValue: "backend")
}
