import { fitsHeld } from '../../../src/domain/addressing/sets.ts'
import { revived } from '../../../src/domain/dead-letter.ts'
import { type Kind, kindRules } from '../../../src/domain/kind.ts'
import { type Agent, isLiving, rolesOf, swarmOf } from '../../../src/domain/roster.ts'
import type { Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { isPassedOn } from '../moving/role-mail.ts'
import { type ChangeParts, type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'

type Waiting = {
  readonly id: number
  readonly rank: number
  readonly sender_id: number
  readonly kind: string
  readonly expires_at: number | null
}

export type Joining = {
  readonly id: number
  readonly before: Agent | null
  readonly after: Agent
  readonly doer: Doer
  readonly at: number
}

const waitingSql = `SELECT p.message_id AS id, m.rank, m.sender_id, m.kind, p.expires_at FROM postings p CROSS JOIN messages m ON m.id = p.message_id
WHERE p.selector = ? AND p.done_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > ?) ORDER BY p.message_id`

/** Imported mail that is held for a role and for an agent of the same name goes to whichever comes first. */
const takenByRoleSql = `DELETE FROM postings WHERE selector = 'agent:' || @name
AND message_id IN (SELECT message_id FROM postings WHERE selector = 'role:' || @name)`
const takenByNameSql = `UPDATE postings SET done_at = @at WHERE selector = 'role:' || @name AND done_at IS NULL
AND message_id IN (SELECT message_id FROM postings WHERE selector = 'agent:' || @name)`

/** Delivers what waits for an agent that is new, is back, or gained a role, a tag or a swarm. Counts the copies. */
export function deliverWaiting(connection: Connection, joining: Joining): number {
  const { before, after, doer, at } = joining
  if (!isLiving(after)) return 0
  const known = new Set(before !== null && isLiving(before) ? selectorsOf(before) : [])
  const knew = (name: string) => before !== null && isLiving(before) && fitsHeld(name, before)
  const held = `agent:${after.address}`
  const deed = openChange(connection, { doer, at, what: 'joined' })
  const parts = { connection }
  let joined = 0
  for (const [selector, name] of heldPatterns(connection))
    if (fitsHeld(name, after) && !knew(name))
      joined += deliverSelected(parts, deed, joining, { selector, via: name })
  for (const selector of [held, ...selectorsOf(after)]) {
    if (!known.has(selector))
      joined += deliverSelected(parts, deed, joining, { selector, via: selector === held ? null : selector })
  }
  for (const role of rolesOf(after)) connection.statement(takenByRoleSql).run({ name: role })
  connection.statement(takenByNameSql).run({ name: after.address, at })
  connection.statement('DELETE FROM postings WHERE selector = ?').run(held)
  return joined
}

/** Patterns and sets that mail is held for: few, and each stays for agents that match later, as a tag does. */
function heldPatterns(connection: Connection): readonly (readonly [selector: string, name: string])[] {
  const sql =
    "SELECT DISTINCT selector FROM postings WHERE selector >= 'agent:' AND selector < 'agent;' AND (selector >= 'agent:@' AND selector < 'agent:A' OR instr(selector, '*') > 0)"
  const selectors = connection.column(sql).all() as string[]
  return selectors.map((selector) => [selector, selector.slice('agent:'.length)])
}

/** Under what mail was kept, and what its copies say brought them; `null` is their own name. */
type Waited = { readonly selector: string; readonly via: string | null }

/** Gives an agent, or a queue, what was kept under a selector. */
export function deliverSelected(
  { connection }: ChangeParts,
  deed: OpenChange,
  { id: agent, at }: Pick<Joining, 'id' | 'at'>,
  { selector, via }: Waited,
): number {
  const address = namesOf(connection).of(agent)
  const insert = connection.statement(
    'INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at) VALUES(?, 0, ?, ?, ?, ?, ?)',
  )
  let joined = 0
  for (const { rank, sender_id, kind, expires_at } of connection
    .statement(waitingSql)
    .all(selector, at) as Waiting[]) {
    const copy = findCopyRow(connection, agent, rank)
    if ((via !== null && sender_id === agent) || (copy !== undefined && !isPassedOn(connection, copy)))
      continue
    const { owes } = kindRules[kind as Kind]
    const detail = { via: via ?? 'to' }
    if (copy === undefined) {
      insert.run(agent, rank, via, sender_id, Number(owes), expires_at)
      deed.note({ agent_id: agent, rank }, 'joined', detail)
    } else
      deed.change({ row: copy, next: revived(deliveryOf(connection, copy), owes), what: 'joined', detail })
    connection.signals.raise(address)
    joined += 1
  }
  return joined
}

function selectorsOf(agent: Agent): readonly string[] {
  const swarm = swarmOf(agent)
  const selectors = [
    ...rolesOf(agent).map((role) => `role:${role}`),
    ...agent.tags,
    'all',
    ...(swarm === null ? [] : [`swarm:${swarm}`]),
  ]
  return [...new Set(selectors)]
}
