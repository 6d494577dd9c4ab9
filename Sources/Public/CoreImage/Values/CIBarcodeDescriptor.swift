import Barcodes
import Foundation
import ImageFilters

/// A barcode as its codewords, of a kind that the subclass says. Immutable, and equal when all of it is.
public class CIBarcodeDescriptor: NSObject, @unchecked Sendable {
  // Unchecked: a class that is not final cannot be checked; this and its subclasses have constants only.

  /// Nil only for an input that is not set.
  let symbol: BarcodeSymbol?

  init(_ symbol: BarcodeSymbol?) { self.symbol = symbol }

  /// Nil for archives that hold no barcode, or one of another kind.
  public required init?(coder: NSCoder) {
    guard let code = coder.decoded(ArchivedBarcode.self), type(of: code.descriptor) == Self.self else { return nil }
    symbol = code.descriptor.symbol
  }

  public override var hash: Int { symbol.hashValue }
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIBarcodeDescriptor)?.symbol == symbol }

  /// The descriptor of a symbol.
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
  /// How many of the codewords may be wrong: 7, 15, 25 and 30 of 100.
  public enum ErrorCorrectionLevel: Int, Sendable {
    /// 7 of 100 codewords may be wrong.
    case levelL = 76
    /// 15 of 100 codewords may be wrong.
    case levelM = 77
    /// 25 of 100 codewords may be wrong.
    case levelQ = 81
    /// 30 of 100 codewords may be wrong.
    case levelH = 72
  }

  /// The data codewords, a byte each, as they are before they are cut into blocks.
  public let errorCorrectedPayload: Data
  /// 1...40.
  public let symbolVersion: Int
  /// 0...7.
  public let maskPattern: UInt8
  /// How many of the codewords may be wrong.
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

  /// Nil when there is no such version or mask, or the payload is not as long as the version and the level ask for.
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
  /// The data codewords of 6, 8, 10 or 12 bits with their stuffing, one behind the other from the highest bit of the
  /// first byte on; what is left of the last byte is 0.
  public let errorCorrectedPayload: Data
  /// True for the form that takes less room, with fewer layers.
  public let isCompact: Bool
  /// 1...4 in a compact code, 1...32 in a full one.
  public let layerCount: Int
  /// Codewords of the message with its padding, those for correction left out.
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

  /// Nil when there is no code of so many layers, or it does not hold so many codewords, or the payload has fewer bits,
  /// or all bits of a codeword are alike.
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
  /// The data codewords, 0...928, as two bytes each, the higher one first. The first codeword is how many there are,
  /// with itself and the padding; what is left of rows times columns is for correction.
  public let errorCorrectedPayload: Data
  /// True for the form that takes less room, without right row indicators.
  public let isCompact: Bool
  /// 3...90.
  public let rowCount: Int
  /// 1...30, without those at the sides.
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

  /// Nil when there is no such code: the first codeword has to be their number, and what is left 2, 4, 8 … or 512.
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
  /// How a Data Matrix code corrects errors.
  public enum ECCVersion: Int, Sendable {
    /// ECC 000: errors are found, none is corrected.
    case v000 = 0
    /// ECC 050, convolutional.
    case v050 = 50
    /// ECC 080, convolutional.
    case v080 = 80
    /// ECC 100, convolutional.
    case v100 = 100
    /// ECC 140, convolutional.
    case v140 = 140
    /// ECC 200, Reed-Solomon: the only one that new codes are made of.
    case v200 = 200
  }

  /// The data codewords with their padding, a byte each.
  public let errorCorrectedPayload: Data
  /// Modules from top to bottom, with the borders.
  public let rowCount: Int
  /// Modules from left to right, with the borders.
  public let columnCount: Int
  /// How the code corrects errors: always ECC 200 here.
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

  /// Nil when there is no code of that size with that many codewords, and for versions before ECC 200, which the
  /// standard forbids to make.
  public convenience init?(
    payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion
  ) {
    guard eccVersion == .v200,
      let code = DataMatrixSymbol(codewords: Array(errorCorrectedPayload), rows: rowCount, columns: columnCount)
    else { return nil }
    self.init(code)
  }
}
