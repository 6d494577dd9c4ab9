// ImageCPU
