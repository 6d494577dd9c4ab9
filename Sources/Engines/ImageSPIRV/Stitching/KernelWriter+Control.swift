import ImageGraph

/// Branches and loops of kernels.
extension KernelWriter {
  /// Emits a branch. Lanes that are created in it are not visible after it.
  mutating func branch<Failure: Error>(
    on condition: ID, _ then: (inout KernelWriter) throws(Failure) -> Void,
    else other: ((inout KernelWriter) throws(Failure) -> Void)? = nil
  ) throws(Failure) {
    let ids = (0..<3).map { _ in emitter.module.newID() }
    let (yes, no, end) = (ids[0], other == nil ? ids[2] : ids[1], ids[2])
    emitter.module.emit(.selectionMerge, [end, 0])
    emitter.module.emit(.branchConditional, [condition, yes, no])
    try write(then, at: yes, before: end)
    if let other { try write(other, at: no, before: end) }
    emitter.module.emit(.label, [end])
  }

  private mutating func write<Failure: Error>(
    _ body: (inout KernelWriter) throws(Failure) -> Void, at label: ID, before end: ID
  ) throws(Failure) {
    let mark = emitter.mark()
    emitter.module.emit(.label, [label])
    try body(&self)
    emitter.module.emit(.branch, [end])
    emitter.forget(after: mark)
  }

  /// Emits a loop; `body` gets the index of the iteration, from 0.
  mutating func forEachRow(
    _ rows: Int, _ body: (inout KernelWriter, LaneKind) throws(RenderError) -> Void
  ) throws(RenderError) {
    let int = emitter.module.type(.int)
    let ids = (0..<8).map { _ in emitter.module.newID() }
    let (before, head, test, iteration, again, end, row, next) = (
      ids[0], ids[1], ids[2], ids[3], ids[4], ids[5], ids[6], ids[7]
    )
    emitter.module.emit(.branch, [before])
    emitter.module.emit(.label, [before])
    emitter.module.emit(.branch, [head])
    emitter.module.emit(.label, [head])
    let zero = emitter.module.constant(Int32(0))
    emitter.module.emit(.phi, [int, row, zero, before, next, again])
    emitter.module.emit(.loopMerge, [end, again, 0])
    emitter.module.emit(.branch, [test])
    emitter.module.emit(.label, [test])
    let hasNext = emitter.module.emit(
      .sLessThan, emitter.module.type(.bool), row, emitter.module.constant(Int32(rows)))
    emitter.module.emit(.branchConditional, [hasNext, iteration, end])
    let mark = emitter.mark()
    emitter.module.emit(.label, [iteration])
    try body(&self, LaneKind(id: row, scalar: .int, isWide: false))
    emitter.module.emit(.branch, [again])
    emitter.forget(after: mark)
    emitter.module.emit(.label, [again])
    emitter.module.emit(.iAdd, [int, next, row, emitter.module.constant(Int32(1))])
    emitter.module.emit(.branch, [head])
    emitter.module.emit(.label, [end])
  }
}
