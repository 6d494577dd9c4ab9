import Foundation

/// What the devices that a context takes run on.
package enum DeviceHardware: Hashable, Sendable {
  case any
  /// The CPU, as lavapipe and SwiftShader do.
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

  /// For messages: with a space behind it, where it says something.
  var adjective: String {
    switch self {
    case .any: ""
    case .processor: "software "
    case .graphics: "hardware "
    }
  }

  /// False when this machine has no graphics hardware that a driver could run on, so that nobody need ask the drivers:
  /// to make an instance takes tens of milliseconds and as many megabytes.
  ///
  /// Drivers of hardware talk to the kernel through a device file: render nodes of the kernel's own drivers (virtual
  /// GPUs among them), NVIDIA's, WSL's, and those of phones' GPUs. On systems other than Linux it is true.
  package static let mayHaveGraphics: Bool = {
    #if os(Linux)
      mayHaveGraphics(in: URL(fileURLWithPath: "/dev"))
    #else
      true
    #endif
  }()

  /// - Parameter folder: `/dev`, or what stands for it in tests.
  package static func mayHaveGraphics(in folder: URL) -> Bool {
    func names(_ path: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)) ?? []
    }
    return names("dri").contains { $0.hasPrefix("renderD") }
      || names("").contains { name in ["nvidia", "dxg", "kgsl", "mali", "pvr"].contains(where: name.hasPrefix) }
  }
}
