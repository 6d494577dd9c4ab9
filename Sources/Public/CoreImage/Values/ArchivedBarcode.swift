import Foundation

/// A barcode as values that any coder can write. Decoding validates it against its standard.
struct ArchivedBarcode: Codable {
  let descriptor: CIBarcodeDescriptor

  private enum Fields: Codable {
    case qr(payload: Data, version: Int, mask: UInt8, level: Int)
    case aztec(payload: Data, isCompact: Bool, layers: Int, codewords: Int)
    case pdf417(payload: Data, isCompact: Bool, rows: Int, columns: Int)
    case dataMatrix(payload: Data, rows: Int, columns: Int)
  }

  /// Returns nil for a descriptor without a symbol.
  init?(_ descriptor: CIBarcodeDescriptor) {
    guard descriptor.symbol != nil else { return nil }
    self.descriptor = descriptor
  }

  init(from decoder: any Decoder) throws {
    let decoded: CIBarcodeDescriptor? =
      switch try Fields(from: decoder) {
      case .qr(let payload, let version, let mask, let level):
        CIQRCodeDescriptor.ErrorCorrectionLevel(rawValue: level).flatMap {
          CIQRCodeDescriptor(payload: payload, symbolVersion: version, maskPattern: mask, errorCorrectionLevel: $0)
        }
      case .aztec(let payload, let isCompact, let layers, let codewords):
        CIAztecCodeDescriptor(
          payload: payload, isCompact: isCompact, layerCount: layers, dataCodewordCount: codewords)
      case .pdf417(let payload, let isCompact, let rows, let columns):
        CIPDF417CodeDescriptor(payload: payload, isCompact: isCompact, rowCount: rows, columnCount: columns)
      case .dataMatrix(let payload, let rows, let columns):
        CIDataMatrixCodeDescriptor(payload: payload, rowCount: rows, columnCount: columns, eccVersion: .v200)
      }
    guard let decoded else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "the barcode is not valid"))
    }
    descriptor = decoded
  }

  func encode(to encoder: any Encoder) throws {
    let fields: Fields? =
      switch descriptor {
      case let code as CIQRCodeDescriptor:
        .qr(
          payload: code.errorCorrectedPayload, version: code.symbolVersion, mask: code.maskPattern,
          level: code.errorCorrectionLevel.rawValue)
      case let code as CIAztecCodeDescriptor:
        .aztec(
          payload: code.errorCorrectedPayload, isCompact: code.isCompact, layers: code.layerCount,
          codewords: code.dataCodewordCount)
      case let code as CIPDF417CodeDescriptor:
        .pdf417(
          payload: code.errorCorrectedPayload, isCompact: code.isCompact, rows: code.rowCount,
          columns: code.columnCount)
      case let code as CIDataMatrixCodeDescriptor:
        .dataMatrix(payload: code.errorCorrectedPayload, rows: code.rowCount, columns: code.columnCount)
      default: nil
      }
    try fields?.encode(to: encoder)
  }
}

extension CIBarcodeDescriptor: NSCopying, NSSecureCoding {
  /// Returns the object itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: values from an archive are validated.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { if let code = ArchivedBarcode(self) { coder.encode(value: code) } }
}
