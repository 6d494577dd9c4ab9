/* What stages keep of columns from one row to the next. */

/* What a stage keeps of the columns of its node, piece by piece of a row. */
typedef struct RowColumns {
  /* Of a piece: its columns, and whether what it keeps is there. */
  struct RowPiece { int32_t column, count; enum { PIECE_NEW, PIECE_KEPT, PIECE_TOO_LARGE } state; } *pieces;
  float *floats;
  int64_t floats_of_piece;
  int32_t piece_count, first;
} RowColumns;

/* The piece of a row that begins at a column; null where nothing is kept. */
static struct RowPiece *piece_of(const RowColumns *own, int32_t column, int32_t count, StageColumns *columns) {
  int32_t index = (column - own->first + BLOCK_PIXELS - 1) / BLOCK_PIXELS;
  if (column < own->first || index >= own->piece_count) return 0;
  struct RowPiece *piece = &own->pieces[index];
  if (piece->column != column || piece->count != count) *piece = (struct RowPiece){column, count, PIECE_NEW};
  if (piece->state == PIECE_TOO_LARGE) return 0;
  float *floats = own->floats + index * own->floats_of_piece;
  *columns = (StageColumns){floats, floats + own->floats_of_piece, piece->state == PIECE_NEW, 0};
  return piece;
}
