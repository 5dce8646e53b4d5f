import { fitsHeld } from '../../../src/domain/addressing/sets.ts'
import { revived } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { type Kind, kindRules } from '../../../src/domain/kind.ts'
import { canBeLost } from '../../../src/domain/lost-ways.ts'
import { type Agent, isLiving, rolesOf, swarmOf } from '../../../src/domain/roster.ts'
import type { Doer } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { isPassedOn } from '../moving/losing-ways.ts'
import { addWay, renewWays } from '../rows/changed-ways.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { noteHeldBack } from '../rows/withheld.ts'
import type { Work } from '../work.ts'

type Waiting = {
  readonly id: number
  readonly rank: number
  readonly sender_id: number
  readonly kind: string
  readonly expires_at: number | null
  /** The loop that holds it back. */
  readonly loop: number | null
}

export type Joining = {
  readonly id: number
  readonly before: Agent | null
  readonly after: Agent
  readonly doer: Doer
  readonly at: number
}

/** The loop of a thread holds it back from agents that join, too, and that of a sender from all; that of two agents from these alone. */
const loopSql = `SELECT min(l.id) FROM withheld w CROSS JOIN loops l ON l.id = w.loop_id WHERE w.message_id = p.message_id AND l.ended_at IS NULL
  AND (l.sort = 'sender' OR (l.sort = 'thread' AND EXISTS(SELECT 1 FROM agents a WHERE a.id = @agent AND a.kind = 'agent' AND a.can_complete = 0)))`
export const waitsNow = 'p.done_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > @at)'
const waitingOf = (
  which: string,
) => `SELECT p.message_id AS id, m.rank, m.sender_id, m.kind, p.expires_at, (${loopSql}) AS loop
FROM postings p CROSS JOIN messages m ON m.id = p.message_id WHERE p.selector = @selector AND ${waitsNow} ${which}`
const waitingSql = waitingOf('ORDER BY p.message_id')
const oneWaitingSql = waitingOf('AND p.message_id = @only')

/** Imported mail that is held for a role and for an agent of the same name goes to whichever comes first. */
const takenByRoleSql = `DELETE FROM postings WHERE selector = 'agent:' || @name
AND message_id IN (SELECT message_id FROM postings WHERE selector = 'role:' || @name)`
const takenByNameSql = `UPDATE postings SET done_at = @at WHERE selector = 'role:' || @name AND done_at IS NULL
AND message_id IN (SELECT message_id FROM postings WHERE selector = 'agent:' || @name)`

/** Delivers what waits for an agent that is new, is back, or gained a role, a tag or a swarm. Counts the copies. */
export function* deliverWaiting(tx: Tx, joining: Joining): Work<number> {
  const { before, after, doer, at } = joining
  if (!isLiving(after)) return 0
  const known = new Set(before !== null && isLiving(before) ? selectorsOf(before) : [])
  const knew = (name: string) => before !== null && isLiving(before) && fitsHeld(name, before)
  const held = `agent:${after.address}`
  const deed = tx.engine.openChange(tx, { doer, at, what: 'joined' })
  let joined = 0
  for (const [selector, name] of yield* heldPatterns(tx))
    if (fitsHeld(name, after) && !knew(name))
      joined += yield* deliverSelected(tx, deed, joining, { selector, via: name })
  for (const selector of [held, ...selectorsOf(after)]) {
    if (!known.has(selector))
      joined += yield* deliverSelected(tx, deed, joining, {
        selector,
        via: selector === held ? null : selector,
      })
  }
  for (const role of rolesOf(after)) yield* tx.run(takenByRoleSql, { name: role })
  yield* tx.run(takenByNameSql, { name: after.address, at })
  // What was taken back may be stood by again.
  yield* tx.run('DELETE FROM postings WHERE selector = ? AND done_at IS NULL', held)
  return joined
}

/** Patterns and sets that mail is held for: few, and each stays for agents that match later, as a tag does. */
function* heldPatterns(connection: Connection): Work<readonly (readonly [selector: string, name: string])[]> {
  const sql =
    "SELECT DISTINCT selector FROM postings WHERE selector >= 'agent:' AND selector < 'agent;' AND (selector >= 'agent:@' AND selector < 'agent:A' OR strpos(selector, '*') > 0)"
  const selectors = yield* connection.cells<string>(sql)
  return selectors.map((selector) => [selector, selector.slice('agent:'.length)])
}

/**
 * Under what mail was kept, and what its copies say brought them; `null` is their own name. `only`: the message, where it is not all that
 * was kept.
 */
export type Waited = { readonly selector: string; readonly via: string | null; readonly only?: number }

/** Gives an agent, or a queue, what was kept under a selector. */
export function* deliverSelected(
  tx: Tx,
  deed: OpenChange,
  { id: agent, at }: Pick<Joining, 'id' | 'at'>,
  { selector, via, only }: Waited,
): Work<number> {
  let joined = 0
  const waiting =
    only === undefined
      ? yield* tx.rows<Waiting>(waitingSql, { selector, at, agent })
      : yield* tx.rows<Waiting>(oneWaitingSql, { selector, at, agent, only })
  for (const one of waiting)
    if ((via === null || one.sender_id !== agent) && (yield* give(tx, deed, { agent, via, waiting: one })))
      joined += 1
  return joined
}

type Giving = { readonly agent: number; readonly via: string | null; readonly waiting: Waiting }

/** Whether it is in the agent's mailbox now, where it was not. */
function* give(tx: Tx, deed: OpenChange, { agent, via, waiting }: Giving): Work<boolean> {
  const { id, rank, sender_id, kind, expires_at, loop } = waiting
  const copy = yield* findCopyRow(tx, agent, rank)
  const [way, isHeld] = [via ?? 'to', loop !== null]
  if (copy !== undefined && !(yield* comesBack(tx, copy, via))) {
    yield* addWay(tx, copy, way, expires_at)
    return false
  }
  const { owes } = kindRules[kind as Kind]
  if (loop !== null) yield* noteHeldBack(tx, { agent, rank, loop, message: id, owes })
  const [box, owing] = isHeld ? (['withheld', false] as const) : (['unread', owes] as const)
  if (copy === undefined) {
    yield* tx.run(copySql, agent, boxes.indexOf(box), rank, via, sender_id, Number(owing), expires_at)
    yield* deed.note({ agent_id: agent, rank }, 'joined', { via: way })
  } else {
    const next = { ...revived(yield* deliveryOf(tx, copy), owing), box }
    const row = yield* deed.change({ row: copy, next, what: 'joined', detail: { via: way } })
    yield* renewWays(tx, row, way, expires_at)
  }
  if (!isHeld) yield* tx.engine.markWaiting(tx, agent)
  return !isHeld
}

const [dead, expired] = [boxes.indexOf('dead'), boxes.indexOf('expired')]

/** Whether a copy that its owner never finished is brought back by a role or a tag: it left with one, or ended unread. */
function* comesBack(tx: Tx, copy: CopyRow, via: string | null): Work<boolean> {
  if (yield* isPassedOn(tx, copy)) return true
  return (copy.box === dead || copy.box === expired) && via !== null && canBeLost(via)
}

const copySql =
  'INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at) VALUES(?, ?, ?, ?, ?, ?, ?)'

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
