// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "HDRZebra",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(
      name: "HDRZebra", dependencies: [.product(name: "CoreImage", package: "CoreImage")],
      // The plugin compiles it; SwiftPM must not process it.
      exclude: ["HDRZebra.ci.metal"], plugins: [.plugin(name: "KernelPlugin", package: "CoreImage")])
  ]
)
