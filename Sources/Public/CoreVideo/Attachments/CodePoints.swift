import CoreGraphics
import PixelFormats

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

// Codecs and files say colours in the numbers of ITU-T H.273, attachments in strings.

/// The number of a string that is attached for the matrix; 2, unspecified, where it has none.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  code(of: yCbCrMatrixString, in: matrixCodes)
}

/// The number of a string that is attached for the primaries; 2, unspecified, where it has none.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  code(of: colorPrimariesString, in: primariesCodes)
}

/// The number of a string that is attached for the curve; 2, unspecified, where it has none.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  code(of: transferFunctionString, in: transferCodes)
}

/// What is attached for a matrix of this number; nil for those that no string says. BT.601 has two numbers, 5 and 6.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> Unmanaged<CFString>? {
  string(of: yCbCrMatrixCodePoint == 5 ? 6 : yCbCrMatrixCodePoint, in: matrixCodes)
}

/// What is attached for primaries of this number; nil for those that no string says.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> Unmanaged<CFString>? {
  string(of: colorPrimariesCodePoint, in: primariesCodes)
}

/// What is attached for a curve of this number; nil for those that no string says. The curve of BT.601, 6, is that of
/// BT.709; the two of BT.2020, for 10 and for 12 bits, are one.
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

/// The strings live as long as the process, so nobody owns them.
private func string(of code: Int32, in table: [(CFString, UInt8)]) -> Unmanaged<CFString>? {
  guard let index = table.firstIndex(where: { Int32($0.1) == code }) else { return nil }
  return Unmanaged.passUnretained(CodePointStrings.shared.string(table[index].0 as String))
}

/// Objects for the strings, each made once.
private final class CodePointStrings: @unchecked Sendable {
  static let shared = CodePointStrings()
  private let strings: [String: NSString]

  private init() {
    let all = (matrixCodes + primariesCodes + transferCodes).map { $0.0 as String }
    strings = Dictionary(all.map { ($0, NSString(string: $0)) }) { first, _ in first }
  }

  func string(_ text: String) -> NSString { strings[text]! }
}
