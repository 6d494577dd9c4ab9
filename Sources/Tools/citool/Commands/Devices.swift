import CommandLineSupport
import CoreImage
import Foundation
import VulkanEngine

let devices = Subcommand(
  name: "devices", summary: "lists the devices of this machine", usage: "[OPTIONS]",
  details: """
    A star marks the default device, which renders without --backend and --device: a GPU, or the processor if there is
    none. The CPU reference is always available.

    example
      citool devices --json
    """,
  options: [Option("--json", "prints the list as JSON")]
) { arguments in
  let context = CIContext()
  let processor = try? CIContext(checked: [.backend: "processor"])
  let processors = (processor.map { [($0.backendName, $0.deviceName)] } ?? []) + [("reference", "CPU reference")]
  var problem: String?
  var vulkanDevices: [DeviceInfo] = []
  do { vulkanDevices = try VulkanContext.devices() } catch { problem = "\(error)" }
  if arguments.has("--json") {
    var rows: [[String: Any]] = vulkanDevices.map { device in
      var row: [String: Any] = [
        "backend": "vulkan", "index": device.index, "name": device.name, "kind": device.kind.rawValue,
        "driver": device.driver, "api": device.apiVersion, "memory_bytes": device.memoryByteCount,
        "usable": device.problem == nil,
        "default": context.backendName == "vulkan" && device.name == context.deviceName,
      ]
      row["problem"] = device.problem
      return row
    }
    for (backend, name) in processors {
      rows.append([
        "backend": backend, "name": name, "kind": "cpu", "usable": true, "default": context.backendName == backend,
      ])
    }
    var all: [String: Any] = ["devices": rows]
    all["vulkan_problem"] = problem
    print(try jsonText(all))
    return
  }
  for device in vulkanDevices {
    let isDefault = context.backendName == "vulkan" && device.name == context.deviceName
    print(
      "\(isDefault ? "*" : " ") \(device.index)  \(device.name)  (\(device.kind.rawValue), Vulkan "
        + "\(device.apiVersion), "
        + "\(device.driver), \(device.memoryByteCount >> 20) MiB)" + (device.problem.map { "  unusable: \($0)" } ?? ""))
  }
  if let problem { print("    Vulkan: \(problem)") }
  for (backend, name) in processors {
    print("\(context.backendName == backend ? "*" : " ") -  \(name)  (--backend \(backend))")
  }
}
