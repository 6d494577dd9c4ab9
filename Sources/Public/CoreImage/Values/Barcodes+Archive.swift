import Foundation

/// A barcode as values that any coder can write; read, it is one that its standard allows.
struct ArchivedBarcode: Codable {
  let descriptor: CIBarcodeDescriptor

  private enum Words: Codable {
    case qr(payload: Data, version: Int, mask: UInt8, level: Int)
    case aztec(payload: Data, isCompact: Bool, layers: Int, codewords: Int)
    case pdf417(payload: Data, isCompact: Bool, rows: Int, columns: Int)
    case dataMatrix(payload: Data, rows: Int, columns: Int)
  }

  /// Nil for a descriptor of no kind.
  init?(_ descriptor: CIBarcodeDescriptor) {
    guard descriptor.symbol != nil else { return nil }
    self.descriptor = descriptor
  }

  init(from decoder: any Decoder) throws {
    let read: CIBarcodeDescriptor? =
      switch try Words(from: decoder) {
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
    guard let read else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no such barcode"))
    }
    descriptor = read
  }

  func encode(to encoder: any Encoder) throws {
    let words: Words? =
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
    try words?.encode(to: encoder)
  }
}

extension CIBarcodeDescriptor: NSCopying, NSSecureCoding {
  /// The object itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: what is read from an archive is checked.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { if let code = ArchivedBarcode(self) { coder.encode(value: code) } }
}
