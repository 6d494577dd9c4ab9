#include "CGlslang.h"

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <stdio.h>
#include <string.h>

void cglslang_start(void) { glslang_initialize_process(); }

static char *joined(const char *a, const char *b) {
  a = a ? a : "";
  b = b ? b : "";
  size_t size = strlen(a) + strlen(b) + 2;
  char *text = malloc(size);
  if (text) snprintf(text, size, "%s\n%s", a, b);
  return text;
}

CGlslangResult cglslang_compile(const char *source) {
  CGlslangResult result = {0};
  const int messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT | GLSLANG_MSG_KEEP_UNCALLED_BIT;
  const glslang_input_t input = {
      .language = GLSLANG_SOURCE_GLSL,
      .stage = GLSLANG_STAGE_COMPUTE,
      .client = GLSLANG_CLIENT_VULKAN,
      .client_version = GLSLANG_TARGET_VULKAN_1_2,
      .target_language = GLSLANG_TARGET_SPV,
      .target_language_version = GLSLANG_TARGET_SPV_1_5,
      .code = source,
      .default_version = 450,
      .default_profile = GLSLANG_NO_PROFILE,
      .messages = messages,
      .resource = glslang_default_resource(),
  };
  glslang_shader_t *shader = glslang_shader_create(&input);
  glslang_program_t *program = glslang_program_create();
  if (shader && program && glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input)) {
    glslang_program_add_shader(program, shader);
    if (glslang_program_link(program, messages)) {
      glslang_spv_options_t options = {.disable_optimizer = true};
      glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_COMPUTE, &options);
      result.wordCount = glslang_program_SPIRV_get_size(program);
      result.words = malloc(result.wordCount * sizeof(uint32_t));
      if (result.words) glslang_program_SPIRV_get(program, result.words);
    }
  }
  result.log = joined(
      shader ? glslang_shader_get_info_log(shader) : "ERROR: out of memory",
      program && !result.words ? glslang_program_get_info_log(program) : "");
  if (program) glslang_program_delete(program);
  if (shader) glslang_shader_delete(shader);
  return result;
}

void cglslang_free(CGlslangResult result) {
  free(result.words);
  free(result.log);
}
