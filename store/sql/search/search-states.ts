import { boxes, type Delivery, isUnread, statusOf } from '../../../src/domain/delivery.ts'
import { owesAnswer } from '../../../src/domain/outcome.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { SearchState } from '../../../src/domain/query/query.ts'
import type { Connection } from '../connection.ts'
import { findCopy, rankOfMessage } from '../rows/copies.ts'
import type { Work } from '../work.ts'

const boxOf = (name: (typeof boxes)[number]) => boxes.indexOf(name)
/** A copy in one of these still has a status. */
const conditions = [boxOf('snoozed'), boxOf('dead'), boxOf('expired'), boxOf('retracted'), boxOf('withheld')]
const anyBox = boxes.map((_, box) => box)

type Wanted = {
  readonly states: readonly SearchState[]
  readonly otherStates: readonly SearchState[]
  readonly everyState: boolean
}

/** Where states are looked at, and whose copies. */
type Place<Owner = number> = { readonly connection: Connection; readonly owner: Owner; readonly now: number }

/** Whether a message is there, and is in one of the wanted states and in none of the others: the owner's copy of it. */
export function* hasStates(
  { connection, owner, now }: Place<number | undefined>,
  id: number,
  wanted: Wanted,
): Work<boolean> {
  const rank = yield* rankOfMessage(connection, id)
  if (rank === undefined) return false
  if (wanted.states.length + wanted.otherStates.length === 0) return true
  const copy = yield* findCopy(connection, owner, rank)
  const isFailed = [...wanted.states, ...wanted.otherStates].includes('failed')
  const failed = isFailed && (yield* hasFailedElsewhere(connection, owner, id))
  const isSo = (state: SearchState) =>
    (copy !== null && isIn(copy, state, now)) || (state === 'failed' && failed)
  if (wanted.otherStates.some(isSo)) return false
  if (wanted.everyState) return wanted.states.every(isSo)
  return wanted.states.length === 0 || wanted.states.some(isSo)
}

/** A request of the owner that somebody failed, and that is not answered since: it has failed for its sender too. */
const failedRequests = `deliveries WHERE sender_id = @owner AND owes = 1 AND (box = ${boxOf('failed')} OR was = ${boxOf('failed')})`
const failedSql = `SELECT 1 FROM ${failedRequests} AND rank & 281474976710655 = @id LIMIT 1`

function* hasFailedElsewhere(connection: Connection, owner: number | undefined, id: number): Work<boolean> {
  if (owner === undefined) return false
  return (yield* connection.cell(failedSql, { owner, id })) !== undefined
}

/** The messages whose copies may be in one of these states, newest first; `null` when they are more than `most`. */
export function* newestCopies(
  { connection, owner, now }: Place,
  states: readonly SearchState[],
  most: number,
): Work<readonly number[] | null> {
  const ranks = yield* connection.cells<number>(newestSql(states, most), { owner, now })
  return ranks.length > most ? null : ranks.map(idOfRank).sort((one, other) => other - one)
}

/** Each state is a walk of its own: few copies are pinned, and an index has those. */
export function newestSql(states: readonly SearchState[], most: number): string {
  const arms = states.map((state) => {
    const where =
      state === 'pinned'
        ? 'd INDEXED BY deliveries_pinned WHERE pinned = 1'
        : `d WHERE box IN (${boxesOf(state).join(', ')})${conditionOf(state)}`
    return `SELECT * FROM (SELECT rank FROM deliveries ${where} AND agent_id = @owner AND @now >= 0 LIMIT ${most + 1}) x`
  })
  if (states.includes('failed'))
    arms.push(`SELECT * FROM (SELECT rank FROM ${failedRequests} AND @now >= 0 LIMIT ${most + 1}) x`)
  return arms.join('\nUNION ')
}

/** Conditions that boxes alone do not decide are checked on each copy in them. */
function conditionOf(state: SearchState): string {
  switch (state) {
    case 'acknowledged':
      return ' AND ack_at IS NOT NULL'
    case 'owed':
      return ` AND owes = 1 AND box <> ${boxOf('failed')} AND was IS DISTINCT FROM ${boxOf('failed')}`
    case 'expired':
      return ` AND (box = ${boxOf('expired')} OR expires_at <= @now)`
    case 'unread':
    case 'read':
    case 'processing':
    case 'completed':
    case 'failed':
    case 'archived':
    case 'snoozed':
    case 'dead':
    case 'retracted':
    case 'withheld':
    case 'pinned':
      return ''
  }
}

function boxesOf(state: SearchState): readonly number[] {
  switch (state) {
    case 'unread':
    case 'read':
    case 'processing':
    case 'failed':
      return [boxOf(state), ...conditions]
    case 'completed':
      return [boxOf(state), boxOf('archived'), ...conditions]
    case 'archived':
      return [boxOf(state), ...conditions]
    case 'snoozed':
    case 'dead':
    case 'retracted':
    case 'withheld':
      return [boxOf(state)]
    case 'pinned':
    case 'acknowledged':
    case 'owed':
    case 'expired':
      return anyBox
  }
}

function isIn(copy: Delivery, state: SearchState, now: number): boolean {
  switch (state) {
    case 'unread':
      return isUnread(copy, now)
    case 'read':
    case 'processing':
    case 'failed':
    case 'archived':
      return statusOf(copy) === state
    case 'completed':
      // Completing archives, unless it was asked to stay.
      return statusOf(copy) === 'completed' || (copy.box === 'archived' && copy.was === 'completed')
    case 'dead':
    case 'retracted':
    case 'withheld':
      return copy.box === state
    case 'snoozed':
      return copy.box === 'snoozed' && (copy.snoozedUntil ?? 0) > now
    case 'pinned':
      return copy.pinned
    case 'acknowledged':
      return copy.acknowledgedAt !== null
    case 'owed':
      return owesAnswer(copy)
    case 'expired':
      return copy.box === 'expired' || (copy.expiresAt !== null && copy.expiresAt <= now)
  }
}
