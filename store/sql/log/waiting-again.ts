import { fitsHeld } from '../../../src/domain/addressing/sets.ts'
import type { Tx } from '../connection.ts'
import { deliverSelected, waitsNow } from '../roster/joining.ts'
import { findLiving } from '../rows/agent-rows.ts'
import type { OpenChange } from '../rows/changes.ts'
import type { Work } from '../work.ts'

const selectorsSql = `SELECT p.selector FROM postings p WHERE p.message_id = @message AND ${waitsNow} ORDER BY p.selector`
const isRole = `@selector = 'role:' || a.role`
const isSwarm = `(@selector = 'swarm:' || a.swarm OR (a.swarm IS NULL AND strpos(a.address, '/') > 0
  AND @selector = 'swarm:' || substr(a.address, 1, strpos(a.address, '/') - 1)))`
const isTagged = 'EXISTS(SELECT 1 FROM agent_tags t WHERE t.agent_id = a.id AND t.tag = @selector)'
const isMember = `EXISTS(SELECT 1 FROM groups g WHERE @selector = 'group:' || g.name AND a.address IN (SELECT value FROM texts(g.members)))`
const bearersSql = `SELECT a.id FROM agents a WHERE a.state IN ('alive', 'frozen')
  AND (@selector = 'all' OR @selector = 'agent:' || a.address OR ${isRole} OR ${isTagged} OR ${isSwarm} OR ${isMember}) ORDER BY a.id`
const queueSql = `SELECT q.agent_id FROM queues q WHERE @selector = 'queue:' || q.name`

/** A message waits again, since an end of it was undone: who by now is, or bears, what it waits for gets it. */
export function* deliverAgainTo(tx: Tx, deed: OpenChange, message: number, at: number): Work<void> {
  for (const selector of yield* tx.cells<string>(selectorsSql, { message, at })) {
    const name = selector.startsWith('agent:') ? selector.slice('agent:'.length) : null
    const found = yield* foundFor(tx, selector, name)
    const via = name === null ? selector : isPattern(name) ? name : null
    for (const id of found) yield* deliverSelected(tx, deed, { id, at }, { selector, via, only: message })
    if (found.length > 0 && isFilled(selector, name))
      yield* tx.run('DELETE FROM postings WHERE selector = ? AND message_id = ?', selector, message)
  }
}

function* foundFor(tx: Tx, selector: string, name: string | null): Work<readonly number[]> {
  if (name !== null && isPattern(name))
    return (yield* findLiving(tx)).filter((agent) => fitsHeld(name, agent)).map(({ id }) => id)
  return [
    ...(yield* tx.cells<number>(bearersSql, { selector })),
    ...(yield* tx.cells<number>(queueSql, { selector })),
  ]
}

const isPattern = (name: string) => name.includes('*') || name.startsWith('@')

/** Whoever comes later gets no more of it: an agent, a queue, or a group is there once. */
function isFilled(selector: string, name: string | null): boolean {
  return name === null ? /^(?:queue|group):/u.test(selector) : !isPattern(name)
}
