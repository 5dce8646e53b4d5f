import type { Tx } from '../connection.ts'
import { deliverSelected, waitsNow } from '../roster/joining.ts'
import type { OpenChange } from '../rows/changes.ts'
import type { Work } from '../work.ts'

const selectorsSql = `SELECT p.selector FROM postings p WHERE p.message_id = @message AND ${waitsNow} ORDER BY p.selector`
const isRole = `@selector = 'role:' || a.role`
const isSwarm = `(@selector = 'swarm:' || a.swarm OR (a.swarm IS NULL AND strpos(a.address, '/') > 0
  AND @selector = 'swarm:' || substr(a.address, 1, strpos(a.address, '/') - 1)))`
const isTagged = 'EXISTS(SELECT 1 FROM agent_tags t WHERE t.agent_id = a.id AND t.tag = @selector)'
const bearersSql = `SELECT a.id FROM agents a WHERE a.state IN ('alive', 'frozen')
  AND (@selector = 'all' OR ${isRole} OR ${isTagged} OR ${isSwarm}) ORDER BY a.id`

/** A message waits again, since an end of it was undone: who by now bears what it waits for gets it. */
export function* deliverAgainTo(tx: Tx, deed: OpenChange, message: number, at: number): Work<void> {
  for (const selector of yield* tx.cells<string>(selectorsSql, { message, at }))
    for (const id of yield* tx.cells<number>(bearersSql, { selector }))
      yield* deliverSelected(tx, deed, { id, at }, { selector, via: selector, only: message })
}
