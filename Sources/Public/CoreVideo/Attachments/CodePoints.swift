import CoreGraphics
import PixelFormats

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

// Codecs and files specify colours by code points of ITU-T H.273, attachments by strings.

/// Returns the code point of a string for the matrix, or 2 (unspecified) if it has none.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  code(of: yCbCrMatrixString, in: matrixCodes)
}

/// Returns the code point of a string for the primaries, or 2 (unspecified) if it has none.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  code(of: colorPrimariesString, in: primariesCodes)
}

/// Returns the code point of a string for the transfer function, or 2 (unspecified) if it has none.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  code(of: transferFunctionString, in: transferCodes)
}

/// Returns the string for a matrix with this code point, or nil if there is none. BT.601 has two code points, 5 and 6.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> Unmanaged<CFString>? {
  string(of: yCbCrMatrixCodePoint == 5 ? 6 : yCbCrMatrixCodePoint, in: matrixCodes)
}

/// Returns the string for primaries with this code point, or nil if there is none.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> Unmanaged<CFString>? {
  string(of: colorPrimariesCodePoint, in: primariesCodes)
}

/// Returns the string for a transfer function with this code point, or nil if there is none. BT.601's function, 6, is
/// that of BT.709. BT.2020's functions for 10 and 12 bits have the same string.
public func CVTransferFunctionGetStringForIntegerCodePoint(_ transferFunctionCodePoint: Int32) -> Unmanaged<CFString>? {
  let code: Int32 =
    switch transferFunctionCodePoint {
    case 6: 1
    case 15: 14
    default: transferFunctionCodePoint
    }
  return string(of: code, in: transferCodes)
}

private func code(of text: CFString?, in table: [(CFString, UInt8)]) -> Int32 {
  Int32(table.first { text?.isEqual($0.0) == true }?.1 ?? VideoColor.unspecified)
}

/// Returns a string that lives as long as the process, so the caller does not own it.
private func string(of code: Int32, in table: [(CFString, UInt8)]) -> Unmanaged<CFString>? {
  guard let index = table.firstIndex(where: { Int32($0.1) == code }) else { return nil }
  return Unmanaged.passUnretained(CodePointStrings.shared.string(table[index].0 as String))
}

/// The string objects, each created once.
private final class CodePointStrings: @unchecked Sendable {
  static let shared = CodePointStrings()
  private let strings: [String: NSString]

  private init() {
    let all = (matrixCodes + primariesCodes + transferCodes).map { $0.0 as String }
    strings = Dictionary(all.map { ($0, NSString(string: $0)) }) { first, _ in first }
  }

  func string(_ text: String) -> NSString { strings[text]! }
}
