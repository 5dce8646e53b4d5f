import { coldFileOf } from '../../../src/domain/cold.ts'
import type { Archive } from '../../sql/cold/chilling.ts'
import { step } from '../../sql/work.ts'
import { coldLine } from '../engine/archive-lines.ts'
import type { TextIndex } from '../search/text-index.ts'

/** One line of a table that nobody lists, for each message. */
export function openArchive(index: TextIndex): Archive<string> {
  return {
    takes: true,
    lineOf: coldLine,
    index: () => step(async () => (await index.behind()) > 0 && (await index.step())),
    // The row of its message comes with it.
    keepLines: () => step(() => undefined),
    fileOf: ({ sentAt }) => step(() => coldFileOf(sentAt)),
    *put(tx, { id, line }, deed) {
      yield* tx.run('INSERT INTO cold(message_id, deed_id, line) VALUES(?, ?, ?)', id, deed, line)
      yield* tx.run('DELETE FROM words WHERE message_id = ?', id)
    },
  }
}
