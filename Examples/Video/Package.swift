// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Video",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(
      name: "GrowingBlur",
      dependencies: [
        .product(name: "AVFoundation", package: "CoreImage"), .product(name: "CoreImage", package: "CoreImage"),
      ])
  ]
)
