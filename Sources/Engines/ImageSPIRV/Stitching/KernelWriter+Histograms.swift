import ImageGraph
import ImagePasses

/// Histogram counters.
extension KernelWriter {
  /// The counters that a pixel increments.
  enum Counters {
    /// The counters of the histogram, which all invocations share.
    case all(ID)
    /// The counters of a work group, an array.
    case group(ID)
  }

  /// The number of bins for which a group has memory: a quarter of the minimum that every device has.
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

  /// Counts once for all invocations of the subgroup if they increment the same counter, otherwise for each invocation.
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
        // The number of active invocations.
        let number = writer.emitter.module.emit(.groupNonUniformBallotBitCount, uint, [subgroup, 0, all])
        let isFirst = writer.emitter.module.emit(.groupNonUniformElect, bool, [subgroup])
        writer.branch(on: isFirst) { writer in writer.add(number, to: index, of: counters) }
      },
      else: { writer in writer.add(writer.emitter.constant(UInt32(1)).id, to: index, of: counters) })
  }

  /// Emits an atomic addition to a counter.
  private mutating func add(_ number: ID, to index: LaneKind, of counters: Counters) {
    let (uint, pointer) = (emitter.module.type(.uint), counterPointer(index, of: counters))
    let scope: UInt32 = if case .group = counters { 2 } else { 1 }
    let order = [scope, 0].map { emitter.module.constant($0) }
    _ = emitter.module.emit(.atomicIAdd, uint, [pointer] + order + [number])
  }

  private mutating func counterPointer(_ index: LaneKind, of counters: Counters) -> ID {
    let uint = emitter.module.type(.uint)
    switch counters {
    case .all: return pointer(uint, index)
    case .group(let array):
      return emitter.module.emit(
        .accessChain, emitter.module.pointer(to: uint, in: .workgroup), [array, index.id])
    }
  }

  // MARK: Work groups

  /// Counts a pixel of each row of the block. If the histogram has few bins, counts in counters of the group, which are
  /// then added to those of the histogram.
  ///
  /// - Parameters:
  ///   - x: the column of the pixel, relative to the first counted column.
  ///   - y: the first of the rows, relative to the first counted row.
  mutating func countRows(_ rows: Int, bins: LaneKind, x: LaneKind, y: LaneKind, _ geometry: Lanes) throws(RenderError)
  {
    guard !isWide else { throw .invalidArgument("a histogram requires one pixel an invocation, not four") }
    let (uint, length) = (emitter.module.type(.uint), 4 * Self.groupBins)
    guard length % options.groupWidth == 0 else {
      throw .invalidArgument("groups of \(options.groupWidth) cannot share \(length) counters")
    }
    let array = emitter.module.newType(.typeArray, [uint, emitter.module.constant(UInt32(length))])
    let counters = Counters.group(emitter.module.variable(array, in: .workgroup))
    let isFew = emitter.operate(.sLessThan, .bool, bins, emitter.constant(Int32(Self.groupBins + 1)))
    let first = indexInGroup()
    let mine = stride(from: 0, to: length, by: options.groupWidth).map {
      emitter.add(first, emitter.constant(Int32($0)))
    }
    let none = emitter.constant(UInt32(0))
    for index in mine { emitter.module.emit(.store, [counterPointer(index, of: counters), none.id]) }
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
        let number = writer.emitter.module.emit(.load, uint, [writer.counterPointer(index, of: counters)])
        let isCounted = writer.emitter.module.emit(
          .iNotEqual, writer.emitter.module.type(.bool), number, none.id)
        let output = writer.output
        writer.branch(on: isCounted) { writer in writer.add(number, to: index, of: .all(output)) }
      }
    }
  }

  /// Returns the index of the invocation in its group.
  private mutating func indexInGroup() -> LaneKind {
    let type = emitter.module.type(.uint, 3)
    let variable = emitter.module.variable(type, in: .input)
    // LocalInvocationId
    emitter.module.decorate(variable, Decoration.builtIn, 27)
    let id = emitter.lanes(emitter.module.emit(.load, type, [variable]), .uint, count: 3)
    return emitter.operate(.bitcast, .int, id[0])
  }

  /// Emits a barrier for all invocations of the group, which makes their writes to its memory visible.
  private mutating func waitForGroup() {
    // Scopes: the work group. Semantics: AcquireRelease and WorkgroupMemory.
    let operands = [2, 2, 0x8 | 0x100].map { emitter.module.constant(UInt32($0)) }
    emitter.module.emit(.controlBarrier, operands)
  }
}
