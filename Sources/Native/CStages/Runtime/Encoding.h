/* Encoding of linear light as sRGB for storage in 8 bits: the transfer function as a polynomial of the fourth root. */

/* Source: 1.055 x^(5/12) - 0.055 for x from 0.0031308 to 1, as a polynomial of degree 5 in x^(1/4), fitted for this
   file by Remez' algorithm. The error is at most 6.7e-6, which is 0.0018 of a step of 8 bits. Values above 1 are
   computed as powers. */
INLINE F srgb_encoded(F linear) {
  F magnitude = w_fabs(linear), r = w_sqrt(w_sqrt(magnitude));
  F polynomial = ((((-0.06814734637737274f * r + 0.2895331084728241f) * r - 0.5774828195571899f) * r + 1.2554044723510742f) * r
              + 0.16202625632286072f) * r - 0.06134021654725075f;
  I isAbove = magnitude > 1.0f;
  if (ANY(isAbove)) polynomial = SELECT_f(isAbove, 1.055f * w_exp2(w_log2(magnitude) * (1.0f / 2.4f)) - 0.055f, polynomial);
  F result = SELECT_f(magnitude > 0.0031308f, polynomial, magnitude * 12.92f);
  return (F)((I)result | ((I)linear & (int32_t)0x80000000));
}

/* The general form of sRGBFromLinear(vf4;. */
static void stage_encode_srgb8(const StageCall *call) {
  for (int i = 0; i < call->count; i += W) {
    F color[4];
    for (int c = 0; c < 4; c++) color[c] = *(const F *)(call->in[c] + i);
    for (int c = 0; c < 3; c++) *(F *)(call->out[c] + i) = srgb_encoded(color[c]);
    *(F *)(call->out[3] + i) = color[3];
  }
}

/* The form for opaque colours, without a plane of alpha. */
static void stage_encode_srgb8_opaque(const StageCall *call) {
  for (int i = 0; i < call->count; i += W) {
    F color[3];
    for (int c = 0; c < 3; c++) color[c] = *(const F *)(call->in[c] + i);
    for (int c = 0; c < 3; c++) *(F *)(call->out[c] + i) = srgb_encoded(color[c]);
    *(F *)(call->out[3] + i) = (F)1.0f;
  }
}
