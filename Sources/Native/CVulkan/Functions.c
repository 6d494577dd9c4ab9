// Fills function tables.
#include "CVulkan.h"

/// The only symbol of libvulkan that this package is linked with.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance, const char *name);

#define IS_LOADED(name) &&functions->name

void cvk_load(CVKFunctions *functions, PFN_vkGetInstanceProcAddr loader) {
  if (!loader) loader = vkGetInstanceProcAddr;
  *functions = (CVKFunctions){.vkGetInstanceProcAddr = loader};
#define LOAD(name) functions->name = (PFN_##name)loader(NULL, #name);
  CVK_LOADER_FUNCTIONS(LOAD)
#undef LOAD
}

bool cvk_load_instance(CVKFunctions *functions, VkInstance instance) {
#define LOAD(name) functions->name = (PFN_##name)functions->vkGetInstanceProcAddr(instance, #name);
  CVK_INSTANCE_FUNCTIONS(LOAD)
  CVK_INSTANCE_EXTENSIONS(LOAD)
#undef LOAD
  return true CVK_INSTANCE_FUNCTIONS(IS_LOADED);
}

bool cvk_load_device(CVKFunctions *functions, VkDevice device) {
#define LOAD(name) functions->name = (PFN_##name)functions->vkGetDeviceProcAddr(device, #name);
  CVK_DEVICE_FUNCTIONS(LOAD)
  CVK_DEVICE_EXTENSIONS(LOAD)
#undef LOAD
  return true CVK_DEVICE_FUNCTIONS(IS_LOADED);
}
