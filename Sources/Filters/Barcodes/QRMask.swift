import CBarcode
import Foundation
import ImageGraph

/// The choice among the eight masks of a QR code.
extension Zint {
  /// Returns the QR code with the mask of the lowest penalty; nil if the message does not fit.
  ///
  /// - Parameters:
  ///   - level: 1 L, 2 M, 3 Q, 4 H.
  ///   - version: 1...40, or 0 for the smallest.
  ///   - filter: the filter's name, for messages.
  /// - Throws: `invalidArgument` if the message cannot be encoded.
  ///
  /// Source: ISO/IEC 18004:2015, 7.8.3; of masks with equal penalties, the first one. Core Image's codes have this
  /// mask, with the quiet zone ignored; libzint's own choice differs.
  package static func qrCode(
    _ message: Data, level: Int, version: Int = 0, filter: String
  ) throws(RenderError) -> ModuleGrid? {
    var best: (modules: ModuleGrid, penalty: Int)?
    for mask in 0..<8 {
      guard let modules = try symbol(CBARCODE_QR, message, level: level, size: version, mask: mask, filter: filter)
      else { return nil }
      let penalty = modules.maskPenalty
      if penalty < best?.penalty ?? .max { best = (modules, penalty) }
    }
    return best?.modules
  }
}

extension ModuleGrid {
  /// The mask penalty of a QR code with these modules. The mask with the lowest penalty is chosen.
  ///
  /// Source: ISO/IEC 18004:2015, 7.8.3 and table 11, within the symbol: the quiet zone is ignored.
  package var maskPenalty: Int {
    let rows = (0..<height).map { y in (0..<width).map { x in self[x, y] } }
    let columns = (0..<width).map { x in (0..<height).map { y in self[x, y] } }
    return (rows + columns).reduce(blocks + imbalance) { $0 + Self.linePenalty($1) }
  }

  /// Returns the penalty of a line: 3 for a run of five equal modules, and 1 for each further module; 40 for a pattern
  /// like a finder: runs of 1 : 1 : 3 : 1 : 1 next to four light modules.
  private static func linePenalty(_ line: [Bool]) -> Int {
    var runs: [(isDark: Bool, length: Int)] = []
    for module in line {
      if runs.last?.isDark == module { runs[runs.count - 1].length += 1 } else { runs.append((module, 1)) }
    }
    let long = runs.reduce(0) { $0 + ($1.length >= 5 ? $1.length - 2 : 0) }
    let markers = runs.indices.dropLast(4).filter { first in
      let unit = runs[first].length
      guard runs[first].isDark, (first..<first + 5).map({ runs[$0].length }) == [1, 1, 3, 1, 1].map({ $0 * unit })
      else { return false }
      return [first - 1, first + 5].contains { runs.indices.contains($0) && runs[$0].length >= 4 * unit }
    }
    return long + 40 * markers.count
  }

  /// The penalty of 3 for each square of two by two equal modules.
  private var blocks: Int {
    var count = 0
    for y in 0..<max(height - 1, 0) {
      for x in 0..<max(width - 1, 0) {
        let module = self[x, y]
        if self[x + 1, y] == module, self[x, y + 1] == module, self[x + 1, y + 1] == module { count += 1 }
      }
    }
    return 3 * count
  }

  /// The penalty of 10 for each full twentieth by which the fraction of dark modules differs from a half.
  private var imbalance: Int {
    let dark = (0..<height).reduce(0) { count, y in count + (0..<width).filter { self[$0, y] }.count }
    return 10 * (abs(2 * dark - width * height) * 10 / max(width * height, 1))
  }
}
