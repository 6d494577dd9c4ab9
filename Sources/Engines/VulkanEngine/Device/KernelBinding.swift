import CVulkan

/// The types of bindings of a kernel, other than its uniform buffer.
enum KernelBinding: Hashable {
  case storageBuffer, texelBuffer, sampledImage, storageImage

  var type: VkDescriptorType {
    switch self {
    case .storageBuffer: VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
    case .texelBuffer: VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
    case .sampledImage: VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
    case .storageImage: VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
    }
  }
}
