// The instance and what the validation layer says.
#include "CVulkan.h"

#include <stdlib.h>
#include <string.h>

static const char *const validation_layer = "VK_LAYER_KHRONOS_validation";

bool cvk_has_validation_layer(void) {
  uint32_t count = 0;
  if (vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS || count == 0) return false;
  VkLayerProperties *layers = calloc(count, sizeof *layers);
  if (!layers) return false;
  bool found = false;
  if (vkEnumerateInstanceLayerProperties(&count, layers) >= VK_SUCCESS)
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(layers[i].layerName, validation_layer) == 0;
  free(layers);
  return found;
}

typedef struct Listener {
  CVKMessage message;
  void *user;
} Listener;

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                           VkDebugUtilsMessageTypeFlagsEXT types,
                                           const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  (void)severity;
  (void)types;
  const Listener *listener = user;
  listener->message(listener->user, data->pMessage);
  return VK_FALSE;
}

VkResult cvk_create_instance(CVKMessage message, void *user, VkInstance *instance) {
  VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pEngineName = "CoreImage", .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkValidationFeatureEnableEXT synchronisation = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                      .enabledValidationFeatureCount = 1,
                                      .pEnabledValidationFeatures = &synchronisation};
  const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  if (message) {
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &validation_layer;
    info.enabledExtensionCount = 2;
    info.ppEnabledExtensionNames = extensions;
  }
  VkResult result = vkCreateInstance(&info, NULL, instance);
  if (result != VK_SUCCESS || !message) return result;

  PFN_vkCreateDebugUtilsMessengerEXT create =
      (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(*instance, "vkCreateDebugUtilsMessengerEXT");
  Listener *listener = malloc(sizeof *listener); // lives as long as the instance, which is never destroyed
  if (!create || !listener) {
    free(listener);
    vkDestroyInstance(*instance, NULL);
    return VK_ERROR_EXTENSION_NOT_PRESENT;
  }
  *listener = (Listener){message, user};
  VkDebugUtilsMessengerCreateInfoEXT messenger = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity =
          VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
      .pfnUserCallback = hear,
      .pUserData = listener};
  VkDebugUtilsMessengerEXT handle;
  result = create(*instance, &messenger, NULL, &handle);
  if (result != VK_SUCCESS) {
    vkDestroyInstance(*instance, NULL);
    free(listener);
  }
  return result;
}
