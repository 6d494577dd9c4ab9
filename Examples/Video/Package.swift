// swift-tools-version: 6.1
import PackageDescription

let film: [Target.Dependency] = [
  .product(name: "AVFoundation", package: "CoreImage"), .product(name: "CoreImage", package: "CoreImage"),
]

let package = Package(
  name: "Video",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "GrowingBlur", dependencies: film),
    .executableTarget(name: "ChromaKey", dependencies: film),
    .executableTarget(name: "BatchExport", dependencies: film),
    .executableTarget(
      name: "Zebra", dependencies: film + [.product(name: "AVKit", package: "CoreImage")],
      // The plugin takes it from here; nothing else shall.
      exclude: ["HDRZebra.ci.metal"], plugins: [.plugin(name: "KernelPlugin", package: "CoreImage")]),
  ]
)
