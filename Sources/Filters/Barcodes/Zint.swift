import CBarcode
import Foundation
import ImageGraph

/// Barcode symbols encoded by libzint.
package enum Zint {
  /// Returns the symbol of a message; nil if the message does not fit.
  ///
  /// - Parameters:
  ///   - level, size: see `cbarcode_make`.
  ///   - mask: the mask of QR codes, 0...7; nil for libzint's choice.
  ///   - filter: the filter's name, for messages.
  /// - Throws: `invalidArgument` when the message cannot be encoded.
  package static func symbol(
    _ kind: cbarcode_kind, _ message: Data, level: Int = 0, size: Int = 0, mask: Int? = nil, filter: String
  ) throws(RenderError) -> ModuleGrid? {
    var modules = [UInt8](repeating: 0, count: Int(CBARCODE_MODULES))
    var (width, height): (Int32, Int32) = (0, 0)
    let status = cbarcode_make(
      kind, [UInt8](message), Int32(clamping: message.count), Int32(level), Int32(size), Int32(mask ?? -1), &modules,
      &width, &height)
    if status == CBARCODE_TOO_LONG { return nil }
    guard status == CBARCODE_DONE else {
      throw .invalidArgument("\(filter): inputMessage cannot be encoded (zint error \(status))")
    }
    return ModuleGrid(width: Int(width), height: Int(height), modules: modules)
  }

  /// - Throws: `invalidArgument` for an empty message, `limit` for one that exceeds the capacity of every symbol of the
  ///   kind.
  package static func check(_ message: Data, longest: Int, filter: String) throws(RenderError) {
    if message.isEmpty { throw .invalidArgument("\(filter): inputMessage is empty; give at least one byte") }
    if message.count > longest {
      throw .limit("\(filter): bytes of inputMessage", requested: UInt64(message.count), allowed: UInt64(longest))
    }
  }
}
