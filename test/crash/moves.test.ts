import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxes, statuses, statusOf } from '../../src/domain/delivery.ts'
import { openBatch } from '../support/batch.ts'
import { type CrashStore, makeCrashStore, numberOf } from '../support/crash-store.ts'
import { afterOf, copiesUnlikeTheirLog, tornDeeds } from '../support/logged-copies.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const rounds = scaled(8, 100)
const random = generator(41)
const verbs = ['ack', 'process', 'complete', 'fail', 'retry', 'archive', 'restore', 'unread', 'pin', 'unpin']
let store: CrashStore
let ids: readonly string[] = []

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader'])
  ids = await store.fill(
    'sender',
    Array.from({ length: 60 }, (_, at) => ({ subject: `letter ${at}`, body: 'body' })),
  )
})
afterAll(() => store.remove())

type Answer = { readonly id: number; readonly state: string }

describe('a batch killed in the middle of moves', () => {
  it(proof('kill -9 of moves: every copy is as its last event left it', rounds), async () => {
    const told: Answer[] = []
    for (let round = 0; round < rounds; round += 1) told.push(...(await killMover()))
    expect(store.look((database) => copiesUnlikeTheirLog(database))).toEqual([])
    expect(told.length).toBeGreaterThan(rounds)
    expect(notLogged(told)).toEqual([])
  })

  it('leaves no deed without events, no event without its deed, and a file that checks out', () => {
    expect(store.look(tornDeeds)).toEqual([])
    expect(store.look((database) => database.pragma('integrity_check', { simple: true }))).toBe('ok')
  })
})

/** Feeds moves of any kind, and kills the program after a random number of answers. Answers what it said it did. */
async function killMover(): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const after = 1 + Math.floor(random() * 60)
  let seen = 0
  const batch = openBatch(['--store', store.location, '--as', 'reader'], ({ value }) => {
    const { messages = [] } = (value ?? {}) as { readonly messages?: readonly Shown[] }
    answers.push(
      ...messages.map(({ id, status, pinned }) => ({ id: numberOf(id), state: `${status} ${pinned}` })),
    )
    seen += 1
    if (seen === after) setTimeout(() => batch.child.kill('SIGKILL'), random() * 3)
  })
  batch.feed(Array.from({ length: 2_000 }, anyMove))
  await batch.closed
  return answers
}

type Shown = { readonly id: string; readonly status: string; readonly pinned: boolean }

function anyMove(): object {
  if (random() < 0.1) return { command: random() < 0.7 ? 'undo' : 'redo', input: {} }
  const messages = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(ids))
  return { command: pick(verbs), input: { messages: [...new Set(messages)] } }
}

function pick<T>(all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T
}

/** Answers whose state the log does not know of, in the order in which they came. */
function notLogged(answers: readonly Answer[]): readonly Answer[] {
  const sql = 'SELECT change FROM events WHERE message_id = ? AND change IS NOT NULL ORDER BY seq'
  return ids.map(numberOf).flatMap((message) => {
    const changes = store.look((database) => database.prepare(sql).pluck().all(message) as readonly string[])
    const states = ['unread false', ...changes.map((change) => stateOf(afterOf(change)))]
    let at = 0
    return answers.filter(({ id, state }) => {
      if (id !== message) return false
      const found = states.indexOf(state, at)
      at = found < 0 ? states.length : found
      return found < 0
    })
  })
}

function stateOf([box, was, , , pinned]: readonly (number | string | null)[]): string {
  const status = statusOf({
    box: boxes[Number(box)] ?? 'dead',
    was: was === null ? null : (statuses[Number(was)] ?? null),
  })
  return `${status} ${pinned === 1}`
}
