import ImageGraph
import ImagePasses

/// Counters of a histogram.
extension KernelWriter {
  /// Where a pixel is counted.
  enum Counters {
    /// In those of the histogram, which all invocations share.
    case all(ID)
    /// In those of the invocations of a group, an array.
    case group(ID)
  }

  /// The bins that a group has memory for: of what every device has, a quarter.
  ///
  /// Source: Vulkan 1.2, table "Required Limits", maxComputeSharedMemorySize.
  private static let groupBins = 256

  /// Counts each component of a pixel in its bin.
  mutating func count(_ color: Lanes, bins: LaneKind, in counters: Counters) {
    let zero = emitter.constant(Float(0))
    let number = emitter.operate(.convertSToF, .float, bins)
    let last = emitter.subtract(number, emitter.constant(Float(1)))
    for (component, value) in color.enumerated() {
      let bin = emitter.min(emitter.max(emitter.floor(emitter.multiply(value, number)), zero), last)
      let index = emitter.add(
        emitter.multiply(emitter.operate(.convertFToS, .int, bin), emitter.constant(Int32(4))),
        emitter.constant(Int32(component)))
      if options.countsTogether {
        countTogether(index, in: counters)
      } else {
        add(emitter.constant(UInt32(1)).id, to: index, of: counters)
      }
    }
  }

  /// Counts for all invocations of the subgroup at once where they count at the same place, else for each by itself.
  private mutating func countTogether(_ index: LaneKind, in counters: Counters) {
    for capability in [
      Capability.groupNonUniform, Capability.groupNonUniformVote, Capability.groupNonUniformBallot,
    ] { emitter.module.require(capability) }
    let (bool, uint) = (emitter.module.type(.bool), emitter.module.type(.uint))
    let subgroup = emitter.module.constant(UInt32(3))
    let areEqual = emitter.module.emit(.groupNonUniformAllEqual, bool, [subgroup, index.id])
    branch(
      on: areEqual,
      { writer in
        let all = writer.emitter.module.emit(
          .groupNonUniformBallot, writer.emitter.module.type(.uint, 4),
          [subgroup, writer.emitter.module.global(.constantTrue, type: bool, [])])
        // Of all that vote.
        let number = writer.emitter.module.emit(.groupNonUniformBallotBitCount, uint, [subgroup, 0, all])
        let isFirst = writer.emitter.module.emit(.groupNonUniformElect, bool, [subgroup])
        writer.branch(on: isFirst) { writer in writer.add(number, to: index, of: counters) }
      },
      else: { writer in writer.add(writer.emitter.constant(UInt32(1)).id, to: index, of: counters) })
  }

  /// Adds a number to one that others add to as well.
  private mutating func add(_ number: ID, to index: LaneKind, of counters: Counters) {
    let (uint, place) = (emitter.module.type(.uint), place(index, of: counters))
    let scope: UInt32 = if case .group = counters { 2 } else { 1 }
    let order = [scope, 0].map { emitter.module.constant($0) }
    _ = emitter.module.emit(.atomicIAdd, uint, [place] + order + [number])
  }

  private mutating func place(_ index: LaneKind, of counters: Counters) -> ID {
    let uint = emitter.module.type(.uint)
    switch counters {
    case .all: return pointer(uint, index)
    case .group(let array):
      return emitter.module.emit(
        .accessChain, emitter.module.pointer(to: uint, in: .workgroup), [array, index.id])
    }
  }

  // MARK: Groups

  /// Counts a pixel of each row of the block: where the histogram has few bins in counters of the group, which are then
  /// added to those of all.
  ///
  /// - Parameters:
  ///   - x: the pixel's column, counted from the first one that is counted.
  ///   - y: the first of the rows, counted so.
  mutating func countRows(_ rows: Int, bins: LaneKind, x: LaneKind, y: LaneKind, _ geometry: Lanes) throws(RenderError) {
    guard !isWide else { throw .invalidArgument("a histogram counts one pixel an invocation") }
    let (uint, length) = (emitter.module.type(.uint), 4 * Self.groupBins)
    guard length % options.groupWidth == 0 else {
      throw .invalidArgument("groups of \(options.groupWidth) cannot share \(length) counters")
    }
    let array = emitter.module.newType(.typeArray, [uint, emitter.module.constant(UInt32(length))])
    let counters = Counters.group(emitter.module.variable(array, in: .workgroup))
    let isFew = emitter.operate(.sLessThan, .bool, bins, emitter.constant(Int32(Self.groupBins + 1)))
    let first = numberInGroup()
    let mine = stride(from: 0, to: length, by: options.groupWidth).map {
      emitter.add(first, emitter.constant(Int32($0)))
    }
    let none = emitter.constant(UInt32(0))
    for index in mine { emitter.module.emit(.store, [place(index, of: counters), none.id]) }
    waitForGroup()
    try forEachRow(rows) { (writer, row) throws(RenderError) in
      let y = writer.emitter.add(y, row)
      let isInside = writer.emitter.and(
        writer.emitter.operate(.sLessThan, .bool, x, writer.region[2]),
        writer.emitter.operate(.sLessThan, .bool, y, writer.region[3]))
      try writer.branch(on: isInside.id) { (writer) throws(RenderError) in
        let (column, row) = (writer.emitter.add(x, writer.region[0]), writer.emitter.add(y, writer.region[1]))
        let color = try writer.color(column: column, row: row, geometry)
        let output = writer.output
        writer.branch(
          on: isFew.id, { $0.count(color, bins: bins, in: counters) },
          else: { $0.count(color, bins: bins, in: .all(output)) })
      }
    }
    waitForGroup()
    branch(on: isFew.id) { writer in
      for index in mine {
        let number = writer.emitter.module.emit(.load, uint, [writer.place(index, of: counters)])
        let isCounted = writer.emitter.module.emit(
          .iNotEqual, writer.emitter.module.type(.bool), number, none.id)
        let output = writer.output
        writer.branch(on: isCounted) { writer in writer.add(number, to: index, of: .all(output)) }
      }
    }
  }

  /// Which invocation of its group this is.
  private mutating func numberInGroup() -> LaneKind {
    let type = emitter.module.type(.uint, 3)
    let variable = emitter.module.variable(type, in: .input)
    // LocalInvocationId
    emitter.module.decorate(variable, Decoration.builtIn, 27)
    let place = emitter.lanes(emitter.module.emit(.load, type, [variable]), .uint, count: 3)
    return emitter.operate(.bitcast, .int, place[0])
  }

  /// All invocations of the group come here, and see what the others wrote to its memory.
  private mutating func waitForGroup() {
    // Scopes: the group. AcquireRelease and WorkgroupMemory.
    let operands = [2, 2, 0x8 | 0x100].map { emitter.module.constant(UInt32($0)) }
    emitter.module.emit(.controlBarrier, operands)
  }
}
