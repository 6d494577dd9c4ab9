// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Kernels",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "Kernels", dependencies: ["CVips", .product(name: "CoreImage", package: "CoreImage")]),
    // Calls libvips, if it is installed.
    .target(name: "CVips", linkerSettings: [.linkedLibrary("dl")]),
  ]
)
