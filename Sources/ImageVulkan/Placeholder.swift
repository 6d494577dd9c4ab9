// ImageVulkan
