// ImageSPIRV
