// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Vulkan",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "Vulkan", dependencies: ["CRenderer", .product(name: "CoreImage", package: "CoreImage")]),
    // The app's own renderer, without Core Image.
    .target(name: "CRenderer", linkerSettings: [.linkedLibrary("vulkan")]),
  ]
)
