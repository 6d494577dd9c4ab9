// Pipelines and descriptor sets of kernels.
#include "Call.h"

#include <stdlib.h>

CVKResult cvk_create_layout(const CVKFunctions *functions, VkDevice device, const VkDescriptorType *types,
                            uint32_t typeCount, VkDescriptorSetLayout *set, VkPipelineLayout *layout) {
  uint32_t count = typeCount + 1;
  VkDescriptorSetLayoutBinding *bindings = calloc(count, sizeof *bindings);
  if (!bindings) return (CVKResult){VK_ERROR_OUT_OF_HOST_MEMORY, "vkCreateDescriptorSetLayout"};
  for (uint32_t i = 0; i < count; ++i) {
    bindings[i] = (VkDescriptorSetLayoutBinding){
        .binding = i,
        .descriptorType = i == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : types[i - 1],
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  }
  VkDescriptorSetLayoutCreateInfo setInfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             .bindingCount = count,
                                             .pBindings = bindings};
  CVKResult result = CALL(vkCreateDescriptorSetLayout, device, &setInfo, NULL, set);
  free(bindings);
  if (result.code != VK_SUCCESS) return result;
  VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .offset = 0, .size = 32};
  VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                     .setLayoutCount = 1,
                                     .pSetLayouts = set,
                                     .pushConstantRangeCount = 1,
                                     .pPushConstantRanges = &push};
  result = CALL(vkCreatePipelineLayout, device, &info, NULL, layout);
  if (result.code != VK_SUCCESS) functions->vkDestroyDescriptorSetLayout(device, *set, NULL);
  return result;
}

CVKResult cvk_create_pipeline(const CVKFunctions *functions, VkDevice device, VkPipelineCache cache,
                              const uint32_t *words, size_t wordCount, VkPipelineLayout layout, VkPipeline *pipeline) {
  VkShaderModuleCreateInfo code = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = wordCount * 4, .pCode = words};
  VkShaderModule module;
  CVKResult result = CALL(vkCreateShaderModule, device, &code, NULL, &module);
  if (result.code != VK_SUCCESS) return result;
  VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                .module = module,
                                                .pName = "main"},
                                      .layout = layout};
  result = CALL(vkCreateComputePipelines, device, cache, 1, &info, NULL, pipeline);
  functions->vkDestroyShaderModule(device, module, NULL);
  return result;
}

CVKResult cvk_create_descriptor_pool(const CVKFunctions *functions, VkDevice device, uint32_t sets, uint32_t inputs,
                                     VkDescriptorPool *pool) {
  VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, sets},
                                  {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, sets + inputs},
                                  {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, sets},
                                  {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, inputs},
                                  {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, inputs}};
  VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                     .maxSets = sets,
                                     .poolSizeCount = inputs > 0 ? 5 : 3,
                                     .pPoolSizes = sizes};
  return CALL(vkCreateDescriptorPool, device, &info, NULL, pool);
}

CVKResult cvk_make_set(const CVKFunctions *functions, VkDevice device, VkDescriptorPool pool,
                       VkDescriptorSetLayout layout, CVKRange uniforms, CVKBound output, const CVKBound *inputs,
                       uint32_t inputCount, VkDescriptorSet *set) {
  VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                      .descriptorPool = pool,
                                      .descriptorSetCount = 1,
                                      .pSetLayouts = &layout};
  CVKResult result = CALL(vkAllocateDescriptorSets, device, &info, set);
  if (result.code != VK_SUCCESS) return result;
  for (uint32_t i = 0; i < inputCount + 2; ++i) {
    CVKBound bound = i == 0 ? (CVKBound){.range = uniforms} : i == 1 ? output : inputs[i - 2];
    VkDescriptorBufferInfo buffer = {bound.range.buffer, bound.range.offset, bound.range.byteCount};
    VkDescriptorImageInfo image = {.imageView = bound.image, .imageLayout = bound.layout};
    VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = *set, .dstBinding = i, .descriptorCount = 1};
    if (bound.image) {
      write.descriptorType = i == 1 ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
      write.pImageInfo = &image;
    } else if (bound.view) {
      write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
      write.pTexelBufferView = &bound.view;
    } else {
      write.descriptorType = i == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      write.pBufferInfo = &buffer;
    }
    functions->vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
  }
  return result;
}
