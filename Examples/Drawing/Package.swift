// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Drawing",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "FilteredImage", dependencies: [.product(name: "CoreImage", package: "CoreImage")]),
    .executableTarget(
      name: "Representations",
      dependencies: [
        .product(name: "CoreImage", package: "CoreImage"), .product(name: "ImageIO", package: "CoreImage"),
      ]),
    .executableTarget(name: "QuartzPage", dependencies: [.product(name: "CoreImage", package: "CoreImage")]),
  ]
)
