/// A faster implementation of a part of a render. If it is disabled, the pixels are equal within rounding.
///
/// This is the list of all fast paths of the planner and of the engines. `CI_FAST_PATHS` disables them by name, so that
/// a wrong pixel can be traced to the path that computes it.
package enum FastPath: String, CaseIterable, Sendable {
  // The planner.
  case recipeCache = "recipe-cache"
  case movedSchedules = "moved-schedules"
  case intermediateCache = "intermediate-cache"
  case planeStores = "plane-stores"
  case planeCopies = "plane-copies"
  // The processor engine.
  case opaqueColors = "opaque-colors"
  case opaqueRows = "opaque-rows"
  case packedRows = "packed-rows"
  case planeLoads = "plane-loads"
  case transferTables = "transfer-tables"
  case eightBitSRGB = "8-bit-srgb"
  case rowReads = "row-reads"
  case rowRings = "row-rings"
  case columnCache = "column-cache"
  case nativeKernels = "native-kernels"
  case outputMemory = "output-memory"
  // The Vulkan engine.
  case packedLoads = "packed-loads"
  case wideFormulas = "wide-formulas"
  case wideStores = "wide-stores"
  case groupedCounts = "grouped-counts"
  case hostImports = "host-imports"
  case imageAccess = "image-access"
  case sourceCache = "source-cache"

  /// The part of the package that implements the path.
  package enum Owner: String, Sendable {
    case planner, processor, vulkan
  }

  package var owner: Owner {
    switch self {
    case .recipeCache, .movedSchedules, .intermediateCache, .planeStores, .planeCopies: .planner
    case .opaqueColors, .opaqueRows, .packedRows, .planeLoads, .transferTables, .eightBitSRGB, .rowReads, .rowRings,
      .columnCache, .nativeKernels, .outputMemory:
      .processor
    case .packedLoads, .wideFormulas, .wideStores, .groupedCounts, .hostImports, .imageAccess, .sourceCache: .vulkan
    }
  }

  /// The condition under which the path is taken, as a sentence.
  package var condition: String {
    switch self {
    case .recipeCache: "A recipe of the same structure was optimized before; only its values are new."
    case .movedSchedules: "A recipe's geometry has changed, and the programs of its last schedule still fit."
    case .intermediateCache: "An intermediate of an earlier render is needed again."
    case .planeStores: "One run computes all pixels of a Y'CbCr pixel buffer, and stores luma and chroma together."
    case .planeCopies: "The recipe leaves the pixels of a buffer unchanged; its bytes are copied."
    case .opaqueColors: "Colours are known to be opaque; formulas compute no alpha."
    case .opaqueRows: "A formula that computes means reads opaque pixels only; it computes no alpha."
    case .packedRows: "A formula selects or adds 8-bit pixels; rows stay in their stored form."
    case .planeLoads: "A formula joins planes of luma and chroma; they are read where they are stored."
    case .transferTables: "A parametric transfer function is evaluated by cubics from a table."
    case .eightBitSRGB: "sRGB is encoded right before pixels are stored in 8 bits."
    case .rowReads: "A formula reads neighbours along an axis; it reads them from rows instead of point by point."
    case .rowRings: "An intermediate is read by rows; only the rows in use are in memory."
    case .columnCache: "A formula's weights depend on the column alone; the first row computes them for all rows."
    case .nativeKernels: "An app's kernel was compiled to native code ahead of time."
    case .outputMemory: "The caller's memory has a layout that the engine can write; pixels are stored there directly."
    case .packedLoads: "Adjacent pixels are loaded 16 bytes at a time."
    case .wideFormulas: "A formula without branches is computed for four pixels at once."
    case .wideStores: "The device has 64-bit integers; four pixels are stored by them."
    case .groupedCounts: "Subgroups vote; equal pixels of a histogram are counted together."
    case .hostImports: "The device can import host memory; images are read where they are."
    case .imageAccess: "Kernels read and write an app's Vulkan images without a copy."
    case .sourceCache: "A source that was uploaded before is used again."
    }
  }
}

/// The fast paths that a context may take.
package struct FastPaths: Hashable, Sendable {
  private var disabled: Set<FastPath> = []

  /// All fast paths.
  package static let all = FastPaths()
  /// No fast path.
  package static let none = FastPaths(without: FastPath.allCases)

  package init() {}

  package init(without disabled: some Sequence<FastPath>) { self.disabled = Set(disabled) }

  package func contains(_ path: FastPath) -> Bool { !disabled.contains(path) }

  /// Parses the value of `CI_FAST_PATHS`: names separated by commas. `none` disables all paths, `all` enables them,
  /// `-NAME` disables one and `NAME` or `+NAME` enables one, from left to right.
  ///
  /// - Throws: `invalidArgument` for an unknown name; the text lists the valid names.
  package init(_ text: String) throws(RenderError) {
    for word in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      if word == "none" || word == "all" {
        self = word == "none" ? .none : .all
        continue
      }
      let isOff = word.hasPrefix("-")
      let name = isOff || word.hasPrefix("+") ? word.dropFirst() : word
      guard let path = FastPath(rawValue: String(name)) else {
        throw .invalidArgument(
          "CI_FAST_PATHS: unknown fast path \(name.prefix(40)); use none, all, or -NAME with one of "
            + FastPath.allCases.map(\.rawValue).joined(separator: ", "))
      }
      if isOff { disabled.insert(path) } else { disabled.remove(path) }
    }
  }
}
