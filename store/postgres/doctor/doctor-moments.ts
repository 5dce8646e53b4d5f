import type { Check } from './doctor-found.ts'

const lastSql = `SELECT s.last::text AS last FROM (SELECT greatest(
    (SELECT m.xact FROM watchpost.messages m ORDER BY m.xact DESC LIMIT 1),
    (SELECT e.xact FROM watchpost.events e ORDER BY e.xact DESC LIMIT 1)) AS last) s
  WHERE s.last >= pg_snapshot_xmax(pg_current_snapshot())`

/**
 * Cursors tell by the numbers of transactions what came after what. A dump keeps these numbers, and another server counts its own:
 * until it has come as far, whoever follows the mail or the log is not told of what the dump brought.
 */
export const examineMoments: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query<{ last: string }>(lastSql)
  const [ahead] = rows
  if (ahead === undefined) return []
  return [
    {
      finding: 'moved',
      severity: 'damage',
      where,
      why: 'It was restored from a dump of another server. Programs that follow it miss the mail that the dump brought.',
      mend: '`watchpost doctor --repair` lets this server count as far as the other one had. Stop the programs that use the store first.',
      async repair() {
        const { takeMoments } = await import('../backup/moments.ts')
        await takeMoments(pool, Number(ahead.last))
      },
    },
  ]
}
