#include "SPIRVTools.h"
#include <spirv-tools/libspirv.h>
#include <string.h>

char *spirv_complaint(const uint32_t *words, size_t count) {
  spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
  if (!context) return NULL;
  spv_diagnostic diagnostic = NULL;
  spv_result_t status = spvValidateBinary(context, words, count, &diagnostic);
  const char *reason = diagnostic && diagnostic->error ? diagnostic->error : "the validator gave no reason";
  char *complaint = strdup(status == SPV_SUCCESS ? "" : reason);
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  return complaint;
}
