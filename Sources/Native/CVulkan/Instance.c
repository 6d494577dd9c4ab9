// The instance and the messages of the validation layer.
#include "Call.h"

#include <stdlib.h>
#include <string.h>

static const char *const validation_layer = "VK_LAYER_KHRONOS_validation";

bool cvk_has_validation_layer(const CVKFunctions *functions) {
  uint32_t count = 0;
  if (functions->vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS || count == 0) return false;
  VkLayerProperties *layers = calloc(count, sizeof *layers);
  if (!layers) return false;
  bool found = false;
  if (functions->vkEnumerateInstanceLayerProperties(&count, layers) >= VK_SUCCESS)
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(layers[i].layerName, validation_layer) == 0;
  free(layers);
  return found;
}

CVKResult cvk_create_instance(const CVKFunctions *functions, const char *const *extensions, uint32_t extensionCount,
                              bool validates, VkInstance *instance) {
  VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pEngineName = "CoreImage", .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkValidationFeatureEnableEXT synchronisation = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                      .enabledValidationFeatureCount = 1,
                                      .pEnabledValidationFeatures = &synchronisation};
  const char **names = calloc(extensionCount + 2, sizeof *names);
  if (!names) return (CVKResult){VK_ERROR_OUT_OF_HOST_MEMORY, "vkCreateInstance"};
  uint32_t count = 0;
  while (count < extensionCount) {
    names[count] = extensions[count];
    ++count;
  }
  if (validates) {
    names[count++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    names[count++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &validation_layer;
  }
  info.enabledExtensionCount = count;
  info.ppEnabledExtensionNames = names;
  CVKResult result = CALL(vkCreateInstance, &info, NULL, instance);
  free(names);
  return result;
}

CVKResult cvk_create_messenger(const CVKFunctions *functions, VkInstance instance,
                               PFN_vkDebugUtilsMessengerCallbackEXT message, void *user,
                               VkDebugUtilsMessengerEXT *messenger) {
  VkDebugUtilsMessengerCreateInfoEXT info = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity =
          VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
      .pfnUserCallback = message,
      .pUserData = user};
  return CALL(vkCreateDebugUtilsMessengerEXT, instance, &info, NULL, messenger);
}
