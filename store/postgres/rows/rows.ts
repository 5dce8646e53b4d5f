import type { CopyRow, MessageRow } from '../../sql/rows/rows.ts'
import * as work from '../../sql/rows/rows.ts'

export type { CopyRow, MessageRow, More } from '../../sql/rows/rows.ts'
export {
  copyColumns,
  messageColumns,
  stateOfCopy,
  stateRow,
  withState,
} from '../../sql/rows/rows.ts'

// The shared work, for the files of this engine that are not written as work yet.

/** A message with one agent's copy: no two of these columns have the same name. */
export const letterColumns = work.letterShape.columns
export type LetterRow = MessageRow & CopyRow
