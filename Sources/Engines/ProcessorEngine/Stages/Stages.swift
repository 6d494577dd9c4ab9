import CStages
import CompiledShaders
import Foundation
import ImageGraph

/// The stages of all formulas, for one level.
package final class Stages: Sendable {
  package let level: ProcessorLevel
  /// The number of pixels in a vector.
  package let lanes: Int
  /// The functions that run programs.
  let blocks: BlockLibrary
  /// The native execution of interpreted instructions.
  package var nativeLanes: NativeLanes { NativeLanes(blocks.lanes) }
  private let stages: [String: StageCode]

  /// Returns the stages of the highest level that this processor supports. The process has one object, which is loaded
  /// on first use.
  ///
  /// - Throws: `unsupported`, with the reasons, if no object can be loaded.
  package static func shared() throws(RenderError) -> Stages { try opened.get() }

  private static let opened = Result<Stages, RenderError> { () throws(RenderError) in
    guard let level = ProcessorLevel.supported.last else {
      throw .unsupported("there are no stages for this processor architecture")
    }
    return try Stages(level)
  }

  /// Loads the stages of a level, which the processor must support.
  ///
  /// - Parameter file: an object to load instead of the embedded one, for debuggers and sanitizers.
  /// - Throws: `unsupported` if the object can be loaded neither from memory nor from a file.
  package init(_ level: ProcessorLevel, file: URL? = nil) throws(RenderError) {
    guard level.isSupported, let compiled = CompiledStages.all.first(where: { $0.level == level.rawValue }) else {
      throw .unsupported(
        "this processor does not support the level \(level.rawValue); it supports "
          + "\(ProcessorLevel.supported.map(\.rawValue))"
      )
    }
    let object: CStagesObject
    if let file { object = try StageObject.open(file) } else { object = try StageObject(compiled).open() }
    guard let library = object.stages?.pointee, let blocks = object.blocks?.pointee else {
      throw .unsupported("the object has no stages")
    }
    (self.level, self.blocks) = (level, blocks)
    lanes = Int(library.lanes)
    stages = StageCode.all(of: library)
  }

  /// Returns the stage of a formula, by its mangled name; nil if there is none.
  package subscript(name: String) -> StageCode? { stages[name] }

  /// Returns the native stage of an app's kernel; nil if there is none, so that it is interpreted.
  package func stage(of kernel: FormulaCode) -> StageCode? {
    kernel.stage.flatMap { LinkedStages.shared.stage(named: $0, for: level, lanes: lanes) }
  }

  /// The names of all stages, sorted.
  package var names: [String] { stages.keys.sorted() }
}

/// The forms of a formula's stage.
package struct StageCode: Sendable {
  package typealias Function = @convention(c) (UnsafePointer<StageCall>?) -> Void

  package let general: Function
  /// The form for opaque colours.
  package let opaque: Function?
  /// Whether the result of the opaque form is opaque, and whether it is the only input colour, unchanged.
  package let preservesOpacity, preservesOpaqueColors: Bool
  /// The row forms: for contiguous pixels of a row.
  package let horizontal, vertical, row: Function?
  /// The row forms for stored pixels.
  package let storedHorizontal, storedVertical, storedRow: Function?
  /// The row forms for opaque inputs; nil if the result may not be opaque.
  package let opaqueHorizontal, opaqueVertical: Function?
  /// Whether the forms for stored pixels add them, with colours as results.
  package let isSum: Bool
  /// The vectors in the column cache of the horizontal form: outside of loops, and for each iteration of its loops.
  private let hoistedVectors: (Int32, inLoops: Int32)
  private let reaches: [RowForm.Reach?]
  private let looseReaders: [Int]
  /// The number of input colours.
  package let colorCount: Int
  package let takesPoint: Bool
  /// The number of uniforms of the general form.
  package let uniformCount: Int
  /// The number of inputs: one more than the highest n of the `readN` that it calls.
  package let readerCount: Int
  /// 4 for a colour, 2 for a point.
  package let resultCount: Int

  init(_ stage: Stage) {
    (general, opaque, horizontal, vertical, row) = (
      stage.forms.0!, stage.forms.1, stage.forms.2, stage.forms.3, stage.forms.4
    )
    (storedHorizontal, storedVertical, storedRow) = (stage.forms.5, stage.forms.6, stage.forms.7)
    (opaqueHorizontal, opaqueVertical) = (stage.forms.8, stage.forms.9)
    (preservesOpacity, preservesOpaqueColors, isSum) = (
      stage.preserves_opacity != 0, stage.preserves_opaque_colors != 0, stage.is_sum != 0
    )
    hoistedVectors = (Int32(stage.hoisted_vectors), Int32(stage.hoisted_loop_vectors))
    reaches = [stage.reaches.2, stage.reaches.3, stage.reaches.4]
    looseReaders = [Int(stage.loose_readers.2), Int(stage.loose_readers.3), Int(stage.loose_readers.4)]
    (colorCount, takesPoint, uniformCount) = (Int(stage.color_count), stage.takes_point != 0, Int(stage.uniform_count))
    (readerCount, resultCount) = (Int(stage.reader_count), Int(stage.result_count))
  }

  /// Returns the stages of an object, by name.
  static func all(of library: StageLibrary) -> [String: StageCode] {
    var stages: [String: StageCode] = [:]
    for group in UnsafeBufferPointer(start: library.groups, count: Int(library.group_count)) {
      guard let group = group?.pointee else { continue }
      for stage in UnsafeBufferPointer(start: group.stages, count: Int(group.count)) {
        stages[String(cString: stage.name)] = StageCode(stage)
      }
    }
    return stages
  }

  /// Returns the row form, along an axis if the formula has one. Returns nil if there is no row form with a reach
  /// function.
  package func rowForm(along axis: Axis?) -> RowForm? {
    let (index, function, stored, opaque) =
      switch axis {
      case .horizontal: (0, horizontal, storedHorizontal, opaqueHorizontal)
      case .vertical: (1, vertical, storedVertical, opaqueVertical)
      case nil: (2, row, storedRow, nil)
      }
    guard let function, let reach = reaches[index] else { return nil }
    return RowForm(
      function: function, stored: stored, isSum: isSum, opaque: opaque, reach: reach, looseReaders: looseReaders[index],
      isMonotonic: axis != nil, hoistedVectors: axis == .horizontal ? hoistedVectors : (0, 0),
      omittedUniforms: axis == nil ? 0 : 2)
  }
}

/// A form of a formula that reads its inputs by rows.
package struct RowForm: Sendable {
  package typealias Reach = @convention(c) (UnsafePointer<StageCall>?, UnsafeMutablePointer<StageReach>?) -> Void

  package let function: StageCode.Function
  /// The form for stored pixels; nil if the formula computes with the pixels that it reads.
  package let stored: StageCode.Function?
  /// Whether the form for stored pixels adds them, with colours as results.
  package let isSum: Bool
  /// The form for opaque inputs, whose result is opaque; nil if there is none.
  package let opaque: StageCode.Function?
  package let reach: Reach
  /// A bit for each input of which it may read any column.
  package let looseReaders: Int
  /// Whether the columns that are read increase with the pixel's column, so that the first and the last pixel bound
  /// them. This holds for formulas with an axis.
  package let isMonotonic: Bool
  /// The vectors in its column cache: outside of loops, and for each iteration of its loops.
  package let hoistedVectors: (Int32, inLoops: Int32)
  /// The number of uniforms at the start of the general form's that it omits: those of the axis.
  package let omittedUniforms: Int
}
