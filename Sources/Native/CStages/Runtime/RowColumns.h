/* What stages keep of columns from one row to the next. */

/* What a stage keeps of the columns of its node, piece by piece of a row. */
typedef struct RowColumns {
  /* Of a piece: its columns, whether its stage's form is that for opaque pixels, and whether what it keeps is there. */
  struct RowPiece { int32_t column, count, isOpaque; enum { PIECE_NEW, PIECE_KEPT, PIECE_TOO_LARGE } state; } *pieces;
  float *floats;
  int64_t floats_of_piece;
  int32_t piece_count;
} RowColumns;

/* How many pieces of a row may be shorter than BLOCK_PIXELS: the first one, up to a cache line, one before the opaque ones, the
   last of these, and the last of all. */
enum { SHORT_PIECES = 4 };

/* The piece of a row with that number; null where nothing is kept. */
static struct RowPiece *piece_of(const RowColumns *own, int32_t index, int32_t column, int32_t count, int32_t isOpaque, StageColumns *columns) {
  if (index >= own->piece_count) return 0;
  struct RowPiece *piece = &own->pieces[index];
  if (piece->column != column || piece->count != count || piece->isOpaque != isOpaque) *piece = (struct RowPiece){column, count, isOpaque, PIECE_NEW};
  if (piece->state == PIECE_TOO_LARGE) return 0;
  float *floats = own->floats + index * own->floats_of_piece;
  *columns = (StageColumns){floats, floats + own->floats_of_piece, piece->state == PIECE_NEW, 0};
  return piece;
}
