#include "SPIRVTools.h"
#include <spirv-tools/libspirv.h>
#include <string.h>

char *spirv_complaint(const uint32_t *words, size_t count) {
  spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
  if (!context) return NULL;
  spv_diagnostic said = NULL;
  spv_result_t status = spvValidateBinary(context, words, count, &said);
  const char *reason = said && said->error ? said->error : "the validator says no reason";
  char *complaint = strdup(status == SPV_SUCCESS ? "" : reason);
  spvDiagnosticDestroy(said);
  spvContextDestroy(context);
  return complaint;
}
