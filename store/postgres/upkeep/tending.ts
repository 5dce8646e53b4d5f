import type { Connection } from '../database/connection.ts'
import { mostUnfolded, mostUnindexed } from '../database/opening.ts'
import { openTextIndex } from '../search/text-index.ts'

/** A program that ended without a word is rung no longer after so long. */
const forgetSql = "DELETE FROM machines WHERE seen_at < now() - interval '10 minutes'"

const foldSql = 'SELECT fold_counts()'

/** What keeps the store in shape while nobody waits: the text index, the counters, and who listens. */
export function openTending(connection: Connection): {
  tend(): Promise<boolean>
  tidy(milliseconds: number): Promise<void>
} {
  const index = openTextIndex(connection)
  let { opening } = connection

  /** By what was found as the store was opened, and what this program changed since. */
  function isDue(): boolean {
    if (opening === null) return true
    const { unindexed, unfolded } = opening
    return unindexed + connection.changes >= mostUnindexed || unfolded >= mostUnfolded
  }

  return {
    async tend() {
      if (await index.step()) return true
      await connection.statement(foldSql).all()
      await connection.statement(forgetSql).run()
      return false
    },
    async tidy(milliseconds) {
      if (!isDue()) return
      opening = null
      const end = performance.now() + milliseconds
      while (performance.now() < end && (await index.step()));
      await connection.statement(foldSql).all()
    },
  }
}
