import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMailError } from '../../src/domain/errors.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import { loadOperation, type OperationName, operationNames } from '../../src/operations/catalogue.ts'
import type { Context } from '../../src/services/context.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { identityOf, person } from '../support/identities.ts'
import { minute, noon } from '../support/mailbox.ts'
import { type Changed, changesBetween, rowsIn } from './changed-rows.ts'
import { inputs } from './inputs.ts'
import { makeSmall, type Small } from './small-world.ts'

let small: Small
beforeAll(async () => {
  small = await makeSmall()
})
afterAll(() => rmSync(small.folder, { recursive: true, force: true }))

const unproven = identityOf({ is: 'unproven', why: 'there is no terminal' })

/** Who acts, and the name that is acted under. */
const actors: Readonly<
  Record<string, { readonly as: string; readonly by?: string; readonly more?: Partial<Context> }>
> = {
  'a person': { as: 'lea' },
  'a person in the name of b': { as: 'b', by: 'lea' },
  'a person whom nothing proves': { as: 'lea', more: { identity: unproven } },
  b: { as: 'b', more: { identity: unproven } },
  'its supervisor': { as: 'boss', more: { identity: unproven } },
  'its supervisor in the name of b': { as: 'b', by: 'boss', more: { identity: unproven } },
  'another agent': { as: 'mallory', more: { identity: unproven } },
  'another agent in the name of b': { as: 'b', by: 'mallory', more: { identity: unproven } },
  'a session without a name': { as: 'mallory', more: { identity: unproven, how: 'none' } },
}

const powers = ['can_complete', 'budget', 'talks_to', 'reports_to', 'watched', 'kind', 'role']

/** What b has made is of b; a place that is new is of its maker, whoever that is. */
const ofB = ['queue:work', 'queue:stopped', 'channel:news', 'channel:over', 'channel:other', 'group:ours']

/** The table of rights, written once more by hand: may this actor change this row? */
function may(who: string, { table, owner: named, columns }: Changed): boolean {
  const owner = ofB.includes(named) ? 'b' : named
  const isProven = who === 'a person' || who === 'a person in the name of b'
  if (owner === 'the store') return isProven
  if (who === 'a session without a name') return false
  // Mail that comes is no change of what one has; nobody else's copies are taken away.
  if (table === 'deliveries' && columns === null) return true
  if (/^(?:group|queue|channel):new$/u.test(owner)) return true
  // What agents share: members join groups, a breakpoint pauses a task, anybody says who looks after a thread.
  if ((table === 'groups' && columns?.join() === 'members') || owner === 'task' || owner === 'thread')
    return true
  // Anybody may claim what is free in a queue.
  if (named === 'queue:work' && columns?.includes('attempts')) return true
  if (isProven) return true
  const givesPowers = table === 'agents' && (columns ?? []).some((name) => powers.includes(name))
  if (who === 'a person whom nothing proves') return !givesPowers
  // A supervisor looks after b, and b after the agent that reports to it.
  if (who.startsWith('its supervisor')) return ['boss', 'b', 'cold'].includes(owner)
  if (who === 'b') return owner === 'cold' || (owner === 'b' && !givesPowers)
  return who === 'another agent' && owner === 'mallory' && !givesPowers
}

/** Rules of mail, which have one effect whoever runs them. */
const byRule: Readonly<Record<string, readonly string[]>> = {
  patrol: ['deliveries'],
}

const names = operationNames.filter((name) => name in inputs)

async function attempt(name: OperationName, who: string) {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-rights-'))
  const location = join(folder, 'store')
  cpSync(small.folder, folder, { recursive: true })
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const before = rowsIn(location)
  try {
    const { as, by, more } = actors[who] ?? { as: '' }
    const principal = by === undefined ? null : await store.roster.find(by)
    const usual = { folders, identity: person, now: () => noon + 3 * minute, principal }
    const mailbox = openMailbox(await seat(store, as, { ...usual, ...more }))
    const refusal = await run(mailbox, name, inputs[name]?.(small.things, folder) ?? {}).catch(
      (error: unknown) => {
        if (isMailError(error)) return error
        throw error
      },
    )
    return { changes: changesBetween(before, rowsIn(location)), refusal }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(mailbox: Mailbox, name: OperationName, input: object): Promise<null> {
  const method = mailbox[name] as unknown as (input: object, signal?: AbortSignal) => unknown
  const answer = method(input, AbortSignal.timeout(50))
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
    for await (const _ of answer as AsyncIterable<unknown>) break
    return null
  }
  const offer = (await answer) as { settle?: () => Promise<unknown> } | null
  await offer?.settle?.()
  return null
}

test('every operation that writes is walked', async () => {
  const writing = []
  for (const name of operationNames) if ((await loadOperation(name)).access === 'write') writing.push(name)
  expect(writing.filter((name) => !(name in inputs) && !(name in left))).toEqual([])
})

/** Operations that a store alone cannot run, with the tests that walk them. */
const left: Readonly<Record<string, string>> = {
  decideRequest: 'test/operations/approvals.test.ts',
  nudge: 'test/operations/nudge.test.ts',
  ring: 'test/faces/cli/bell.test.ts',
  run: 'test/faces/cli/run.test.ts',
  makeKey: 'test/faces/cli/sealed.test.ts',
  rotateKey: 'test/faces/cli/sealed.test.ts',
  sync: 'test/operations/sync.test.ts',
  reserve: 'test/operations/reservations.test.ts',
  unreserve: 'test/operations/reservations.test.ts',
  exportMail: 'it writes into a folder and not into the store',
  registerSwarm: 'its right is judged before it runs, as that of removeSwarm',
  redispatch: 'test/operations/redispatch.test.ts',
  notify: 'test/operations/notify.test.ts',
  here: "it changes nothing that is anybody's",
  leave: "it changes nothing that is anybody's",
  compressArchive: "it changes nothing that is anybody's",
}

describe.each(Object.keys(actors))('%s', (who) => {
  test('changes only what it may', async () => {
    const wrong: string[] = []
    for (const name of names) {
      const { changes, refusal } = await attempt(name, who)
      const bad = changes.filter((one) => !may(who, one) && !byRule[name]?.includes(one.table))
      for (const { table, owner, columns } of bad)
        wrong.push(`${name}: ${table} of ${owner} ${columns?.join(' ') ?? 'new or gone'}`)
      if (refusal?.code === 'not-allowed' && changes.some(({ owner }) => owner !== 'mallory'))
        wrong.push(`${name}: refused, and changed ${changes.map(({ table }) => table).join(' ')}`)
    }
    expect(wrong).toEqual([])
  }, 180_000)
})

test('each operation changes something, so the walk would see it', async () => {
  const silent: string[] = []
  for (const name of names) {
    const tried = [await attempt(name, 'a person'), await attempt(name, 'a person in the name of b')]
    if (tried.some(({ changes }) => changes.length > 0)) continue
    silent.push(`${name}: ${tried.map(({ refusal }) => refusal?.message ?? 'no change').join(' ')}`)
  }
  expect(silent).toEqual([])
}, 180_000)
