import Barcodes
import Foundation
import ImageFilters

/// A barcode as its codewords; the subclass determines the symbology. Immutable, and equal if all properties are.
public class CIBarcodeDescriptor: NSObject, @unchecked Sendable {
  // Unchecked: a class that is not final; it and its subclasses have constants only.

  /// Nil only for an input that is not set.
  let symbol: BarcodeSymbol?

  init(_ symbol: BarcodeSymbol?) { self.symbol = symbol }

  /// Decodes a barcode. Returns nil for archives without one, or with one of another class.
  public required init?(coder: NSCoder) {
    guard let code = coder.decoded(ArchivedBarcode.self), type(of: code.descriptor) == Self.self else { return nil }
    symbol = code.descriptor.symbol
  }

  public override var hash: Int { symbol.hashValue }
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIBarcodeDescriptor)?.symbol == symbol }

  /// Returns the descriptor of a symbol.
  static func descriptor(of symbol: BarcodeSymbol) -> CIBarcodeDescriptor {
    switch symbol {
    case .qr(let code): CIQRCodeDescriptor(code)
    case .aztec(let code): CIAztecCodeDescriptor(code)
    case .pdf417(let code): CIPDF417CodeDescriptor(code)
    case .dataMatrix(let code): CIDataMatrixCodeDescriptor(code)
    }
  }
}

/// A QR code (ISO/IEC 18004).
public final class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The error correction level: the percentage of codewords that can be restored, 7, 15, 25 or 30.
  public enum ErrorCorrectionLevel: Int, Sendable {
    /// 7 % of the codewords can be restored.
    case levelL = 76
    /// 15 % of the codewords can be restored.
    case levelM = 77
    /// 25 % of the codewords can be restored.
    case levelQ = 81
    /// 30 % of the codewords can be restored.
    case levelH = 72
  }

  /// The data codewords, one byte each, before they are divided into blocks.
  public let errorCorrectedPayload: Data
  /// 1...40.
  public let symbolVersion: Int
  /// 0...7.
  public let maskPattern: UInt8
  /// The error correction level.
  public let errorCorrectionLevel: ErrorCorrectionLevel

  private static let levels: [(ErrorCorrectionLevel, QRSymbol.Level)] = [
    (.levelL, .l), (.levelM, .m), (.levelQ, .q), (.levelH, .h),
  ]

  public required convenience init?(coder: NSCoder) {
    guard case .qr(let code)? = coder.decoded(ArchivedBarcode.self)?.descriptor.symbol else { return nil }
    self.init(code)
  }

  init(_ code: QRSymbol) {
    errorCorrectedPayload = Data(code.codewords)
    (symbolVersion, maskPattern) = (code.version, UInt8(code.mask))
    errorCorrectionLevel = Self.levels.first { $0.1 == code.level }!.0
    super.init(.qr(code))
  }

  /// Creates a descriptor. Returns nil if the version or the mask is invalid, or the length of the payload does not
  /// match version and level.
  public convenience init?(
    payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
    errorCorrectionLevel: ErrorCorrectionLevel
  ) {
    let level = Self.levels.first { $0.0 == errorCorrectionLevel }!.1
    guard
      let code = QRSymbol(
        codewords: Array(errorCorrectedPayload), version: symbolVersion, mask: Int(maskPattern), level: level)
    else { return nil }
    self.init(code)
  }
}

/// An Aztec code (ISO/IEC 24778).
public final class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The data codewords of 6, 8, 10 or 12 bits with bit stuffing, concatenated from the highest bit of the first byte.
  /// Unused bits of the last byte are 0.
  public let errorCorrectedPayload: Data
  /// Whether the code has the compact form, with fewer layers and less space.
  public let isCompact: Bool
  /// 1...4 in a compact code, 1...32 in a full one.
  public let layerCount: Int
  /// The number of codewords of the message and its padding, without error correction.
  public let dataCodewordCount: Int

  public required convenience init?(coder: NSCoder) {
    guard case .aztec(let code)? = coder.decoded(ArchivedBarcode.self)?.descriptor.symbol else { return nil }
    self.init(code)
  }

  init(_ code: AztecSymbol) {
    var bytes = [UInt8](repeating: 0, count: (code.codewords.count * AztecSymbol.wordBits(layers: code.layers) + 7) / 8)
    var position = 0
    for word in code.codewords {
      for bit in (0..<AztecSymbol.wordBits(layers: code.layers)).reversed() {
        if word >> bit & 1 == 1 { bytes[position / 8] |= 0x80 >> (position % 8) }
        position += 1
      }
    }
    errorCorrectedPayload = Data(bytes)
    (isCompact, layerCount, dataCodewordCount) = (code.isCompact, code.layers, code.codewords.count)
    super.init(.aztec(code))
  }

  /// Creates a descriptor. Returns nil if the number of layers is invalid, the code cannot hold so many codewords, the
  /// payload has fewer bits, or all bits of a codeword are equal.
  public convenience init?(
    payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int
  ) {
    guard (1...32).contains(layerCount), (1...2048).contains(dataCodewordCount) else { return nil }
    let bits = AztecSymbol.wordBits(layers: layerCount)
    let bytes = Array(errorCorrectedPayload)
    guard dataCodewordCount * bits <= bytes.count * 8 else { return nil }
    var words = [UInt16](repeating: 0, count: dataCodewordCount)
    for position in 0..<dataCodewordCount * bits where bytes[position / 8] >> (7 - position % 8) & 1 == 1 {
      words[position / bits] |= 1 << (bits - 1 - position % bits)
    }
    guard let code = AztecSymbol(codewords: words, isCompact: isCompact, layers: layerCount) else { return nil }
    self.init(code)
  }
}

/// A PDF417 code (ISO/IEC 15438).
public final class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The data codewords, 0...928, as two bytes each in big-endian order. The first codeword is their number, including
  /// itself and the padding. The remaining positions of rows times columns hold error correction.
  public let errorCorrectedPayload: Data
  /// Whether the code has the compact form, without right row indicators.
  public let isCompact: Bool
  /// 3...90.
  public let rowCount: Int
  /// 1...30, without the row indicators and the start and stop patterns.
  public let columnCount: Int

  public required convenience init?(coder: NSCoder) {
    guard case .pdf417(let code)? = coder.decoded(ArchivedBarcode.self)?.descriptor.symbol else { return nil }
    self.init(code)
  }

  init(_ code: PDF417Symbol) {
    errorCorrectedPayload = Data(code.codewords.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    (isCompact, rowCount, columnCount) = (code.isCompact, code.rows, code.columns)
    super.init(.pdf417(code))
  }

  /// Creates a descriptor. Returns nil if it is invalid: the first codeword must be their number, and the remaining
  /// positions 2, 4, 8 … or 512.
  public convenience init?(payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int) {
    let bytes = Array(errorCorrectedPayload)
    guard bytes.count.isMultiple(of: 2), bytes.count <= 2 * 928 else { return nil }
    let words = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    guard let code = PDF417Symbol(codewords: words, isCompact: isCompact, rows: rowCount, columns: columnCount) else {
      return nil
    }
    self.init(code)
  }
}

/// A Data Matrix code (ISO/IEC 16022).
public final class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The error correction of a Data Matrix code.
  public enum ECCVersion: Int, Sendable {
    /// ECC 000: error detection only.
    case v000 = 0
    /// ECC 050, convolutional.
    case v050 = 50
    /// ECC 080, convolutional.
    case v080 = 80
    /// ECC 100, convolutional.
    case v100 = 100
    /// ECC 140, convolutional.
    case v140 = 140
    /// ECC 200, Reed-Solomon: the only version for new codes.
    case v200 = 200
  }

  /// The data codewords with their padding, a byte each.
  public let errorCorrectedPayload: Data
  /// The number of modules from top to bottom, including the borders.
  public let rowCount: Int
  /// The number of modules from left to right, including the borders.
  public let columnCount: Int
  /// The error correction: always ECC 200 here.
  public let eccVersion: ECCVersion

  public required convenience init?(coder: NSCoder) {
    guard case .dataMatrix(let code)? = coder.decoded(ArchivedBarcode.self)?.descriptor.symbol else { return nil }
    self.init(code)
  }

  init(_ code: DataMatrixSymbol) {
    errorCorrectedPayload = Data(code.codewords)
    (rowCount, columnCount, eccVersion) = (code.rows, code.columns, .v200)
    super.init(.dataMatrix(code))
  }

  /// Creates a descriptor. Returns nil if no code of that size has that many codewords, and for versions before ECC
  /// 200, which the standard forbids for new codes.
  public convenience init?(
    payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion
  ) {
    guard eccVersion == .v200,
      let code = DataMatrixSymbol(codewords: Array(errorCorrectedPayload), rows: rowCount, columns: columnCount)
    else { return nil }
    self.init(code)
  }
}
