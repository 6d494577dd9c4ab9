import CStages
import ImageGraph
import ProcessorEngine
import StageCompiler

/// A stage that is called for test pixels.
struct StageRun {
  let test: StageCase
  let code: StageCode
  let lanes: Int

  /// Returns the stage's results, by component. Planes of alpha and points are omitted in forms without them.
  ///
  /// - Parameters:
  ///   - isNarrow: whether rows are limited to the reach that the form declares.
  ///   - row: for row forms, the offset from the row of the arguments.
  ///   - columns: the column cache of the form.
  ///   - image: the rows that are read.
  func results(
    _ arguments: StageArguments, form: StageForm = .general, isNarrow: Bool = false, row: Float = 0,
    columns: UnsafeMutablePointer<StageColumnCache>? = nil, image: [StageRows] = TestRows.all
  ) -> [[Float]] {
    let function: StageCode.Function? =
      switch form {
      case .general: code.general
      case .opaque: code.opaque
      case .horizontal: code.horizontal
      case .vertical: code.vertical
      case .row: code.row
      case .storedHorizontal: code.storedHorizontal
      case .storedVertical: code.storedVertical
      case .storedRow: code.storedRow
      case .opaqueHorizontal: code.opaqueHorizontal
      case .opaqueVertical: code.opaqueVertical
      }
    var planes = form.isRow ? [] : arguments.planes
    if form == .opaque {
      planes = planes.indices.filter { $0 >= 4 * code.colorCount || $0 % 4 != 3 }.map { planes[$0] }
    }
    var uniforms = arguments.uniforms.map { StageUniform(i: Int32(bitPattern: $0)) }
    if form.axis != nil { uniforms.removeFirst(2) }
    // If there is an axis, it is the first argument.
    uniforms.append(StageUniform(i: 0))

    let capacity = (arguments.count + 15) / 16 * 16
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: capacity * (planes.count + 4))
    memory.initialize(repeating: 0, count: capacity * (planes.count + 4))
    defer { memory.deallocate() }
    for (index, plane) in planes.enumerated() {
      for (pixel, value) in plane.enumerated() { memory[index * capacity + pixel] = value }
    }
    var call = StageCall()
    call.count = Int32(arguments.count)
    withUnsafeMutableBytes(of: &call.in) { bytes in
      let inputs = bytes.assumingMemoryBound(to: UnsafePointer<Float>?.self)
      for index in planes.indices { inputs[index] = UnsafePointer(memory + index * capacity) }
    }
    let output = memory + planes.count * capacity
    withUnsafeMutableBytes(of: &call.out) { bytes in
      let outputs = bytes.assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
      for index in 0..<code.resultCount { outputs[index] = output + index * capacity }
    }
    if form.isRow { (call.x, call.y) = (arguments.planes[0][0], arguments.planes[1][0] + row) }
    call.column_cache = columns
    let readers = (0..<code.readerCount).map { TestReader($0, lanes: lanes) }
    readers.withUnsafeBufferPointer { readers in
      let pointers: [UnsafePointer<StageReader>?] = readers.indices.map {
        UnsafeRawPointer(readers.baseAddress! + $0).assumingMemoryBound(to: StageReader.self)
      }
      pointers.withUnsafeBufferPointer { pointers in
        uniforms.withUnsafeBufferPointer { uniforms in
          (call.uniforms, call.readers) = (uniforms.baseAddress, pointers.baseAddress)
          let rows = isNarrow ? narrowed(image, &call, form) : image
          rows.withUnsafeBufferPointer { rows in
            call.rows = rows.baseAddress
            function!(&call)
          }
        }
      }
    }
    return (0..<code.resultCount).map { component in
      (0..<arguments.count).map { output[component * capacity + $0] }
    }
  }

  /// Returns the rows and columns that a call declares as its reach. Inputs with arbitrary columns keep all columns.
  private func narrowed(_ all: [StageRows], _ call: inout StageCall, _ form: StageForm) -> [StageRows] {
    let axis: Axis? = form.axis.map { $0 == [1, 0] ? .horizontal : .vertical }
    guard let rowForm = code.rowForm(along: axis) else { return all }
    var reach = [StageReach](
      repeating: StageReach(bottom: .max, top: .min, left: .max, right: .min), count: Int(BLOCK_READER_LIMIT))
    rowForm.reach(&call, &reach)
    return zip(all, reach).enumerated().map { index, pair in
      var (rows, reach) = pair
      guard reach.bottom <= reach.top else { return rows }
      reach.bottom = max(reach.bottom, rows.bottom)
      reach.top = min(reach.top, rows.bottom + rows.row_count - 1)
      rows.rows = rows.rows + Int(reach.bottom - rows.bottom)
      (rows.bottom, rows.row_count) = (reach.bottom, max(1, reach.top - reach.bottom + 1))
      guard rowForm.looseReaders >> index & 1 == 0 else { return rows }
      // Only columns on the right are removed, so that column indices stay valid.
      rows.column_count = min(rows.column_count, max(1, reach.right + 1 - rows.left))
      return rows
    }
  }

  /// Returns the interpreter's results, which are nil for pixels that exceed its limit, and whether they are exact.
  func expected(_ arguments: StageArguments) throws -> (pixels: [[Float]?], isExact: Bool) {
    var isExact = true
    let pixels = try (0..<arguments.count).map { pixel -> [Float]? in
      var interpreter = Interpreter(test.module, read: SmoothInputs.color)
      defer { isExact = isExact && !interpreter.isInexact }
      do {
        return try interpreter.run(test.signature.function, arguments.values(test, pixel: pixel))
          .map(Float.init(bitPattern:))
      } catch Interpreter.Failure.tooLong {
        return nil
      }
    }
    return (pixels, isExact)
  }
}

/// The test image as rows, with clear pixels around it.
enum TestRows {
  nonisolated(unsafe) static let all = rows()
  /// The test image with an alpha of 1, also outside of its extent.
  nonisolated(unsafe) static let opaque = rows(alpha: 1)

  private static func rows(alpha: Float? = nil) -> [StageRows] {
    (0..<4).map { rows($0, alpha) }
  }

  private static func rows(_ input: Int, _ alpha: Float?) -> StageRows {
    // The clear border exceeds a stage's vector.
    let half = SmoothInputs.reach + 74
    let (count, pitch) = (2 * half, 2 * half + 16)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count * pitch * 4)
    memory.initialize(repeating: 0, count: count * pitch * 4)
    let rows = UnsafeMutablePointer<UnsafePointer<Float>?>.allocate(capacity: count)
    for row in 0..<count {
      let start = memory + row * pitch * 4
      rows[row] = UnsafePointer(start)
      for column in 0..<count {
        let color = SmoothInputs.color(input, Float(column - half), Float(row - half))
        for component in 0..<4 { start[component * pitch + column] = color[component] }
        if let alpha { start[3 * pitch + column] = alpha }
      }
    }
    return StageRows(
      rows: rows, pitch: Int64(pitch), bottom: Int32(-half), row_count: Int32(count), left: Int32(-half),
      column_count: Int32(count))
  }
}
