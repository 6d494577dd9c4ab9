// C++ for one reason: glslang 12 throws on texts that its preprocessor mistakes, and an exception ends a process whose
// callers are C and Swift.
#include "CGlslang.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <new>
#include <string>

void cglslang_start(void) { glslang_initialize_process(); }

namespace {

/// A shader and its program, which go when they are left.
struct Compilation {
  glslang_shader_t *shader;
  glslang_program_t *program = nullptr;

  explicit Compilation(const glslang_input_t &input) : shader(glslang_shader_create(&input)) {
    if (shader) program = glslang_program_create();
  }
  ~Compilation() {
    if (program) glslang_program_delete(program);
    if (shader) glslang_shader_delete(shader);
  }
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;
};

void compile(const char *source, CGlslangResult &result, std::string &log) {
  const int messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT | GLSLANG_MSG_KEEP_UNCALLED_BIT;
  glslang_input_t input = {};
  input.language = GLSLANG_SOURCE_GLSL;
  input.stage = GLSLANG_STAGE_COMPUTE;
  input.client = GLSLANG_CLIENT_VULKAN;
  input.client_version = GLSLANG_TARGET_VULKAN_1_2;
  input.target_language = GLSLANG_TARGET_SPV;
  input.target_language_version = GLSLANG_TARGET_SPV_1_5;
  input.code = source;
  input.default_version = 450;
  input.default_profile = GLSLANG_NO_PROFILE;
  input.messages = static_cast<glslang_messages_t>(messages);
  input.resource = glslang_default_resource();

  Compilation made(input);
  if (!made.shader || !made.program) throw std::bad_alloc();
  if (glslang_shader_preprocess(made.shader, &input) && glslang_shader_parse(made.shader, &input)) {
    glslang_program_add_shader(made.program, made.shader);
    if (glslang_program_link(made.program, messages)) {
      glslang_spv_options_t options = {};
      options.disable_optimizer = true;
      glslang_program_SPIRV_generate_with_options(made.program, GLSLANG_STAGE_COMPUTE, &options);
      result.wordCount = glslang_program_SPIRV_get_size(made.program);
      result.words = static_cast<uint32_t *>(malloc(result.wordCount * sizeof(uint32_t)));
      if (result.words) glslang_program_SPIRV_get(made.program, result.words);
    }
  }
  const auto append = [&log](const char *text) { log += text ? text : ""; };
  append(glslang_shader_get_info_log(made.shader));
  log += '\n';
  if (!result.words) append(glslang_program_get_info_log(made.program));
}

} // namespace

CGlslangResult cglslang_compile(const char *source) {
  CGlslangResult result = {};
  try {
    std::string log;
    compile(source, result, log);
    result.log = strdup(log.c_str());
  } catch (const std::exception &error) {
    free(result.words);
    result = {};
    const std::string text = std::string("ERROR: 0:1: glslang fails on this text: ") + error.what();
    result.log = strdup(text.c_str());
  }
  return result;
}

void cglslang_free(CGlslangResult result) {
  free(result.words);
  free(result.log);
}
