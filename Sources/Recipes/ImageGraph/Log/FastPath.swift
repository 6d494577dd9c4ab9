/// A faster implementation of a part of a render. If it is disabled, the pixels are equal within rounding.
///
/// This is the list of all fast paths of the planner and of the engines. `CI_FAST_PATHS` disables them by name, so that
/// a wrong pixel can be traced to the path that computes it.
package enum FastPath: UInt8, CaseIterable, Sendable {
  case recipeCache, movedSchedules, intermediateCache, planeStores, planeCopies
  case opaqueColors, opaqueRows, packedRows, transferTables, eightBitSRGB, rowReads, rowRings,
    columnCache, nativeKernels, outputMemory
  case packedLoads, wideFormulas, wideStores, groupedCounts, hostImports, imageAccess, sourceCache

  /// The part of the package that implements a path.
  package enum Owner: String, Sendable {
    case planner, processor, vulkan
  }

  /// The path with a name, or nil.
  package init?(named name: some StringProtocol) {
    guard let path = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = path
  }

  /// The name in `CI_FAST_PATHS` and in logs.
  package var name: String { row.name }
  package var owner: Owner { row.owner }
  /// The condition under which the path is taken, as a sentence.
  package var condition: String { row.condition }

  private var row: (name: String, owner: Owner, condition: String) {
    switch self {
    case .recipeCache:
      ("recipe-cache", .planner, "A recipe of the same structure was optimised before; only its values are new.")
    case .movedSchedules:
      ("moved-schedules", .planner, "A recipe's geometry has changed, and the programs of its last schedule still fit.")
    case .intermediateCache: ("intermediate-cache", .planner, "An intermediate of an earlier render is needed again.")
    case .planeStores:
      (
        "plane-stores", .planner,
        "One run computes all pixels of a Y'CbCr pixel buffer, and stores luma and chroma together."
      )
    case .planeCopies:
      ("plane-copies", .planner, "The recipe leaves the pixels of a buffer unchanged; its bytes are copied.")
    case .opaqueColors: ("opaque-colors", .processor, "Colours are known to be opaque; formulas compute no alpha.")
    case .opaqueRows:
      ("opaque-rows", .processor, "A formula that computes means reads opaque pixels only; it computes no alpha.")
    case .packedRows:
      ("packed-rows", .processor, "A formula selects or adds 8-bit pixels; rows stay in their stored form.")
    case .transferTables:
      ("transfer-tables", .processor, "A parametric transfer function is evaluated by cubics from a table.")
    case .eightBitSRGB: ("8-bit-srgb", .processor, "sRGB is encoded right before pixels are stored in 8 bits.")
    case .rowReads:
      (
        "row-reads", .processor,
        "A formula reads neighbours along an axis; it reads them from rows instead of point by point."
      )
    case .rowRings: ("row-rings", .processor, "An intermediate is read by rows; only the rows in use are in memory.")
    case .columnCache:
      (
        "column-cache", .processor,
        "A formula's weights depend on the column alone; the first row computes them for all rows."
      )
    case .nativeKernels: ("native-kernels", .processor, "An app's kernel was compiled to native code ahead of time.")
    case .outputMemory:
      (
        "output-memory", .processor,
        "The caller's memory has a layout that the engine can write; pixels are stored there directly."
      )
    case .packedLoads: ("packed-loads", .vulkan, "Adjacent pixels are loaded 16 bytes at a time.")
    case .wideFormulas: ("wide-formulas", .vulkan, "A formula without branches is computed for four pixels at once.")
    case .wideStores: ("wide-stores", .vulkan, "The device has 64-bit integers; four pixels are stored by them.")
    case .groupedCounts:
      ("grouped-counts", .vulkan, "Subgroups vote; equal pixels of a histogram are counted together.")
    case .hostImports: ("host-imports", .vulkan, "The device can import host memory; images are read where they are.")
    case .imageAccess: ("image-access", .vulkan, "Kernels read and write an app's Vulkan images without a copy.")
    case .sourceCache: ("source-cache", .vulkan, "A source that was uploaded before is used again.")
    }
  }
}

/// A set of fast paths: those that a context may take, or those that a render took.
package struct FastPaths: Hashable, Sendable {
  /// A bit for each path, by its raw value.
  private var bits: UInt32 = 0

  /// All fast paths.
  package static let all = FastPaths(FastPath.allCases)
  /// No fast path.
  package static let none = FastPaths([])

  package init(_ paths: some Sequence<FastPath>) { for path in paths { insert(path) } }

  /// Parses the value of `CI_FAST_PATHS`: names separated by commas. `none` disables all paths, `all` enables them,
  /// `-NAME` disables one and `NAME` or `+NAME` enables one, from left to right. Paths that are not named are enabled.
  ///
  /// - Throws: `invalidArgument` for an unknown name; the text lists the valid names.
  package init(_ text: String) throws(RenderError) {
    self = .all
    for word in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      if word == "none" || word == "all" {
        self = word == "none" ? .none : .all
        continue
      }
      let isOff = word.hasPrefix("-")
      let name = isOff || word.hasPrefix("+") ? word.dropFirst() : word
      guard let path = FastPath(named: name) else {
        throw .invalidArgument(
          "CI_FAST_PATHS: unknown fast path \(name.prefix(40)); use none, all, or -NAME with one of "
            + FastPath.allCases.map(\.name).joined(separator: ", "))
      }
      if isOff { remove(path) } else { insert(path) }
    }
  }

  package func contains(_ path: FastPath) -> Bool { bits & 1 << path.rawValue != 0 }
  package mutating func insert(_ path: FastPath) { bits |= 1 << path.rawValue }
  package mutating func remove(_ path: FastPath) { bits &= ~(1 << path.rawValue) }
  package mutating func formUnion(_ other: FastPaths) { bits |= other.bits }

  /// Returns the set without one path.
  package func without(_ path: FastPath) -> FastPaths {
    var result = self
    result.remove(path)
    return result
  }

  /// The names of the paths, sorted.
  package var names: [String] { FastPath.allCases.filter(contains).map(\.name).sorted() }
}
