import { loadOperation, type OperationName, operationNames } from '../../../src/operations/catalogue.ts'
import { agents, everybody, keyboard, newcomers, person, supervisor } from './cast.ts'
import type { Dice } from './dice.ts'
import { inputOf } from './fields.ts'
import type { Seen } from './seen.ts'

/** One operation of a history. */
export type Step = {
  readonly as: string
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** How far the clock is moved before, ms. */
  readonly later: number
  /** Whether what was handed over was received. */
  readonly settles: boolean
  /** Whether its changes are gathered and stored by a later call. */
  readonly gathered: boolean
}

/** Operations that no history has, and why. All others are drawn. */
export const left: Readonly<Partial<Record<OperationName, string>>> = {
  wait: 'waits for as long as the real clock says',
  watch: 'answers until it is stopped',
  run: 'starts programs',
  ask: 'asks another server',
  backup: 'its file is the copy of one engine',
  copy: 'makes another store',
  compressArchive: 'only SQLite has files of old mail',
}

const weights: Readonly<Partial<Record<OperationName, number>>> = {
  send: 26,
  reply: 16,
  forward: 3,
  handoff: 5,
  escalate: 4,
  inbox: 8,
  read: 8,
  next: 6,
  inject: 3,
  thread: 4,
  search: 10,
  attention: 4,
  owed: 4,
  fleet: 4,
  ack: 5,
  process: 5,
  complete: 6,
  fail: 5,
  retry: 4,
  archive: 4,
  restore: 4,
  unread: 3,
  snooze: 4,
  pin: 3,
  changeAll: 4,
  redeliver: 3,
  retract: 5,
  continueLoop: 4,
  stopLoop: 2,
  undo: 6,
  redo: 4,
  claim: 9,
  renew: 3,
  release: 4,
  requeue: 3,
  giveUp: 2,
  reserve: 3,
  saveDraft: 4,
  sendDraft: 3,
  listDrafts: 2,
  patrol: 5,
  history: 4,
  journal: 3,
  receipts: 3,
  timeline: 3,
  stats: 2,
  showDebate: 2,
  exportMail: 2,
  importMail: 2,
  registerAgent: 3,
}

const drawn = operationNames
  .filter((name) => left[name] === undefined)
  .flatMap((name) => Array<OperationName>(weights[name] ?? 1).fill(name))

const minute = 60_000
const hour = 60 * minute

/** Mostly seconds, sometimes days, and sometimes backwards, as the clock of a machine that is set. */
function passing(dice: Dice): number {
  if (dice.chance(0.65)) return dice.whole(0, 4_000)
  if (dice.chance(0.55)) return dice.whole(1, 20) * minute + dice.whole(0, 999)
  if (dice.chance(0.5)) return dice.whole(1, 12) * hour
  return dice.chance(0.4) ? dice.whole(1, 3) * 24 * hour : -dice.whole(1, 90) * minute
}

function actor(dice: Dice): string {
  if (dice.chance(0.72)) return dice.pick(agents)
  return dice.pick([supervisor, supervisor, person, person, keyboard.address, ...newcomers])
}

/** Mostly somebody who has the message that an input names; what is in a place is for everybody. */
function holder(dice: Dice, { holders }: Seen, { message, messages }: Step['input']): string | null {
  const id = Array.isArray(messages) ? messages[0] : message
  const those = holders.get(String(id))?.filter((name) => everybody.includes(name)) ?? []
  return those.length > 0 && dice.chance(0.8) ? dice.pick(those) : null
}

export async function draw(dice: Dice, seen: Seen): Promise<Step> {
  const operation = dice.pick(drawn)
  const { input: fields } = await loadOperation(operation)
  const input = inputOf(operation, fields, dice, seen)
  return {
    as: holder(dice, seen, input) ?? actor(dice),
    operation,
    input,
    later: passing(dice),
    settles: dice.chance(0.8),
    gathered: dice.chance(0.1),
  }
}
