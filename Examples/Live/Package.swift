// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Live",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(
      name: "Live",
      dependencies: [
        .product(name: "CoreImage", package: "CoreImage"), .product(name: "CoreVideo", package: "CoreImage"),
        .product(name: "ImageWindow", package: "CoreImage"),
      ])
  ]
)
