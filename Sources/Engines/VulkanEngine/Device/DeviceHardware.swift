import Foundation

/// The kinds of hardware on which a context may run.
package enum DeviceHardware: Hashable, Sendable {
  case any
  /// The CPU, for example lavapipe and SwiftShader.
  case processor
  /// Anything but the CPU.
  case graphics

  func fits(_ kind: DeviceInfo.Kind) -> Bool {
    switch self {
    case .any: true
    case .processor: kind == .cpu
    case .graphics: kind != .cpu
    }
  }

  /// An adjective for messages, with a trailing space, or an empty text.
  var adjective: String {
    switch self {
    case .any: ""
    case .processor: "software "
    case .graphics: "hardware "
    }
  }

  /// Whether this machine may have graphics hardware. If false, drivers need not be loaded: creating an instance takes
  /// tens of milliseconds and tens of megabytes.
  ///
  /// Drivers of hardware use a device file: the render nodes of the kernel's own drivers, including virtual GPUs, and
  /// the files of NVIDIA, WSL and GPUs of phones. On systems other than Linux it is true.
  package static let mayHaveGraphics: Bool = {
    #if os(Linux)
      mayHaveGraphics(in: URL(fileURLWithPath: "/dev"))
    #else
      true
    #endif
  }()

  /// Returns whether a folder has device files of graphics hardware.
  ///
  /// - Parameter folder: `/dev`; tests pass another folder.
  package static func mayHaveGraphics(in folder: URL) -> Bool {
    func names(_ path: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)) ?? []
    }
    return names("dri").contains { $0.hasPrefix("renderD") }
      || names("").contains { name in ["nvidia", "dxg", "kgsl", "mali", "pvr"].contains(where: name.hasPrefix) }
  }
}
