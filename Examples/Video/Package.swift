// swift-tools-version: 6.1
import PackageDescription

let video: [Target.Dependency] = [
  .product(name: "AVFoundation", package: "CoreImage"), .product(name: "CoreImage", package: "CoreImage"),
]

let package = Package(
  name: "Video",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "GrowingBlur", dependencies: video),
    .executableTarget(name: "ChromaKey", dependencies: video),
    .executableTarget(name: "BatchExport", dependencies: video),
    .executableTarget(
      name: "Zebra", dependencies: video + [.product(name: "AVKit", package: "CoreImage")],
      // The plugin compiles it; SwiftPM must not process it.
      exclude: ["HDRZebra.ci.metal"], plugins: [.plugin(name: "KernelPlugin", package: "CoreImage")]),
  ]
)
