import CStages
import CompiledShaders
import Foundation
import ImageGraph

/// The stages of all formulas, for one level of processors.
package final class Stages: Sendable {
  package let level: ProcessorLevel
  /// Pixels that a stage works on at once.
  package let lanes: Int
  /// What runs programs.
  let blocks: BlockLibrary
  /// What carries out the instructions of interpreted code.
  package var nativeLanes: NativeLanes { NativeLanes(blocks.lanes) }
  private let stages: [String: StageCode]

  /// Those of the best level that this processor runs: one object for the process, opened when first asked for.
  ///
  /// - Throws: `unsupported` when no object can be opened; the text says why.
  package static func shared() throws(RenderError) -> Stages { try opened.get() }

  private static let opened = Result<Stages, RenderError> { () throws(RenderError) in
    guard let level = ProcessorLevel.supported.last else {
      throw .unsupported("there are no stages for processors of this kind")
    }
    return try Stages(level)
  }

  /// Opens the stages of a level, which the processor must run.
  ///
  /// - Parameter file: an object to open in place of the embedded one, for debuggers and sanitizers.
  /// - Throws: `unsupported` when the object can be opened neither from memory nor from a file.
  package init(_ level: ProcessorLevel, file: URL? = nil) throws(RenderError) {
    guard level.isSupported, let compiled = CompiledStages.all.first(where: { $0.level == level.rawValue }) else {
      throw .unsupported("this processor runs no stages for \(level.rawValue)")
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

  /// The stage of a formula, by its compiled name; nil where there is none.
  package subscript(name: String) -> StageCode? { stages[name] }

  /// The stage of an app's kernel: nil where there is none, so that an interpreter runs it.
  package func stage(of kernel: FormulaCode) -> StageCode? {
    kernel.stage.flatMap { LinkedStages.shared.stage(named: $0, for: level, lanes: lanes) }
  }

  /// The names of all, sorted.
  package var names: [String] { stages.keys.sorted() }
}

/// A formula's code in its forms.
package struct StageCode: Sendable {
  package typealias Function = @convention(c) (UnsafePointer<StageCall>?) -> Void

  package let general: Function
  /// For colours that are opaque.
  package let opaque: Function?
  /// True when its opaque form gives opaque colours; and when it gives those that it takes.
  package let keepsOpaque, keepsColor: Bool
  /// For pixels side by side in a row.
  package let horizontal, vertical, row: Function?
  /// The same for pixels as they are stored.
  package let storedHorizontal, storedVertical, storedRow: Function?
  /// The same where all that is read is opaque; nil where what comes out may not be.
  package let opaqueHorizontal, opaqueVertical: Function?
  /// True when those add up what they read, and give colours.
  package let sums: Bool
  /// Vectors that the horizontal form keeps of columns: once, and in each turn of its loops.
  private let kept: (Int32, inLoops: Int32)
  private let reaches: [RowForm.Reach?]
  private let loose: [Int]
  /// Colours that come in as planes.
  package let colorCount: Int
  package let takesPoint: Bool
  /// Numbers of the general form.
  package let numberCount: Int
  /// One more than the highest n of the `readN` that it calls.
  package let readerCount: Int
  /// 4 for a colour, 2 for a point.
  package let resultCount: Int

  init(_ stage: Stage) {
    (general, opaque, horizontal, vertical, row) = (
      stage.forms.0!, stage.forms.1, stage.forms.2, stage.forms.3, stage.forms.4
    )
    (storedHorizontal, storedVertical, storedRow) = (stage.forms.5, stage.forms.6, stage.forms.7)
    (opaqueHorizontal, opaqueVertical) = (stage.forms.8, stage.forms.9)
    (keepsOpaque, keepsColor, sums) = (stage.keeps_opaque != 0, stage.keeps_color != 0, stage.sums != 0)
    kept = (Int32(stage.kept), Int32(stage.kept_in_loops))
    reaches = [stage.reaches.2, stage.reaches.3, stage.reaches.4]
    loose = [Int(stage.loose.2), Int(stage.loose.3), Int(stage.loose.4)]
    (colorCount, takesPoint, numberCount) = (Int(stage.color_count), stage.takes_point != 0, Int(stage.number_count))
    (readerCount, resultCount) = (Int(stage.reader_count), Int(stage.result_count))
  }

  /// All of an object, by name.
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

  /// The form that reads rows, along an axis where the formula has one; nil where there is none that can say which
  /// rows.
  package func rowForm(along axis: Axis?) -> RowForm? {
    let (index, function, stored, opaque) =
      switch axis {
      case .horizontal: (0, horizontal, storedHorizontal, opaqueHorizontal)
      case .vertical: (1, vertical, storedVertical, opaqueVertical)
      case nil: (2, row, storedRow, nil)
      }
    guard let function, let reach = reaches[index] else { return nil }
    return RowForm(
      function: function, stored: stored, sums: sums, opaque: opaque, reach: reach, loose: loose[index],
      isAlong: axis != nil, kept: axis == .horizontal ? kept : (0, 0), numbersLeftOut: axis == nil ? 0 : 2)
  }
}

extension RowForm {
  /// The form without the fast paths that are turned off.
  func taking(_ fastPaths: FastPaths) -> RowForm {
    RowForm(
      function: function, stored: fastPaths.contains(.packedRows) ? stored : nil, sums: sums,
      opaque: fastPaths.contains(.opaqueRows) ? opaque : nil, reach: reach, loose: loose, isAlong: isAlong,
      kept: fastPaths.contains(.columnCache) ? kept : (0, 0), numbersLeftOut: numbersLeftOut)
  }
}

/// The form of a formula that reads its inputs by rows.
package struct RowForm: Sendable {
  package typealias Reach = @convention(c) (UnsafePointer<StageCall>?, UnsafeMutablePointer<StageReach>?) -> Void

  package let function: StageCode.Function
  /// The same for pixels as they are stored; nil where the formula computes with what it reads.
  package let stored: StageCode.Function?
  /// True when that adds up what it reads, and gives colours.
  package let sums: Bool
  /// The same where all that is read is opaque, and so is what comes out; nil where there is none.
  package let opaque: StageCode.Function?
  package let reach: Reach
  /// A bit for each input of which it may read any column.
  package let loose: Int
  /// True where the columns that pixels read lie as they do themselves, as formulas with an axis read along it: the
  /// first and the last pixel tell those of all.
  package let isAlong: Bool
  /// Vectors that it keeps of columns: once, and in each turn of its loops.
  package let kept: (Int32, inLoops: Int32)
  /// Numbers of the general form that come first and that it does not take: those of the axis.
  package let numbersLeftOut: Int
}
