// CVulkan
