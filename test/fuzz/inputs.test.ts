import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, openFor } from '../../src/dev/bench/world.ts'
import { isMailError } from '../../src/domain/errors.ts'
import { shortId } from '../../src/domain/id.ts'
import type { Field, Fields } from '../../src/input/input.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { loadOperation, type OperationName, operationNames } from '../../src/operations/catalogue.ts'
import type { Offer } from '../../src/services/offer.ts'
import { proof, scaled } from '../support/scale.ts'

const runs = scaled(1_500, 60_000)
const folder = mkdtempSync(join(tmpdir(), 'watchpost-fuzz-'))
/** Not what waits as long as it is told, nor what writes wherever it is told to. */
const names = operationNames.filter(
  (name) => !['watch', 'wait', 'run', 'sync', 'backup', 'copy'].includes(name),
)
let mailbox: Mailbox
let close: () => Promise<void>
const fields = new Map<OperationName, Fields>()
let answered = 0

beforeAll(async () => {
  await makeWorld(join(folder, 'store'), 200)
  ;({ mailbox, close } = await openFor(join(folder, 'store'), 'swarm_0/agent-0'))
  for (const name of names) fields.set(name, (await loadOperation(name)).input)
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const message = fc.integer({ min: 1, max: 260 }).map(shortId)
const agent = fc.integer({ min: 0, max: 21 }).map((at) => `swarm_${at % 8}/agent-${at}`)
const address = fc.oneof(
  { weight: 3, arbitrary: agent },
  fc.constantFrom('all', 'broadcast:swarm_3', 'role:none', 'agent-2', '@here', 'swarm:*', 'system'),
)
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '-', '__proto__', '\u001b[2J', '%s', "'; --", 'x'.repeat(5_000)),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
)
const spoken = fc.constantFrom(
  'merge',
  'is:unread',
  '-is:read',
  'sch*',
  '"merge red"',
  'from:agent-1 merge',
  'x',
)

/** What a caller who means well would write in such a field. */
function plausible({ kind, completes, words }: Field<unknown>): fc.Arbitrary<unknown> {
  if (completes === 'message') return message
  if (completes === 'agent') return agent
  if (completes === 'address') return address
  switch (kind) {
    case 'flag':
      return fc.boolean()
    case 'number':
      return fc.integer({ min: 1, max: 100 })
    case 'choice':
      return fc.constantFrom(...words)
    case 'duration':
      return fc.constantFrom('10m', '2h', 5_000, 1_500.25)
    case 'time':
      return fc.constantFrom('2h', '2099-01-31T09:00:00Z')
    case 'json':
      return fc.jsonValue({ maxDepth: 2 })
    case 'text':
      return spoken
  }
}

/** All that is required and a few of the rest; now and then something that does not belong there. */
function inputOf(name: OperationName): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const all = Object.entries(fields.get(name) ?? {})
  const shaped = all.map(([key, field]) => {
    const one = fc.oneof({ weight: 30, arbitrary: plausible(field) }, { weight: 1, arbitrary: hostile })
    const written = field.many ? fc.array(one, { minLength: 1, maxLength: 3 }) : one
    return fc
      .tuple(written, fc.integer({ min: 1, max: 40 }))
      .map(([value, luck]) => (luck <= (field.required ? 39 : 6) ? { [key]: value } : {}))
  })
  const odd = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    fc.dictionary(fc.string(), hostile, { maxKeys: 1 }),
  )
  return fc
    .tuple(odd, ...shaped)
    .map((parts) => Object.assign({}, ...parts) as Readonly<Record<string, unknown>>)
}

describe('an operation, whatever it is given', () => {
  it(
    proof('operations: any input gives a value or a problem that says its code', runs, 'inputs'),
    async () => {
      const request = fc
        .constantFrom(...names)
        .chain((name) => fc.tuple(fc.constant(name), inputOf(name), fc.boolean()))
      await fc.assert(
        fc.asyncProperty(request, async ([name, given, settles]) => {
          const problem = await attempt(name, given, settles)
          if (problem === null) answered += 1
          else if (!isMailError(problem)) throw problem
          expect(problem?.code).not.toBe('internal')
          expect(problem?.code).not.toBe('damaged')
        }),
        { numRuns: runs },
      )
      // What is refused at the door proves little.
      expect(answered).toBeGreaterThan(runs / 5)
    },
  )

  it('leaves a store that checks out', () => {
    const database = new Database(join(folder, 'store/mail.db'))
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.prepare(astray).all()).toEqual([])
    database.close()
  })
})

/** Copies that lie elsewhere than their last event left them. */
const astray = `
  SELECT * FROM (
    SELECT d.agent_id, d.box, d.rank % 281474976710656 AS id, (SELECT json_extract(e.change, '$[1][0]')
      FROM events e WHERE e.message_id = d.rank % 281474976710656 AND e.agent_id = d.agent_id AND e.change IS NOT NULL
      ORDER BY e.seq DESC LIMIT 1) AS after
    FROM deliveries d) WHERE after IS NOT NULL AND after <> box`

async function attempt(name: OperationName, given: object, settles: boolean): Promise<unknown> {
  try {
    const method = mailbox[name] as (input: object) => Promise<unknown>
    const answer = await method(given)
    if (!isOffer(answer)) JSON.stringify(answer)
    else if (settles) await answer.settle()
    else await answer.release()
    return null
  } catch (error) {
    return error
  }
}

function isOffer(answer: unknown): answer is Offer<unknown> {
  return typeof answer === 'object' && answer !== null && 'settle' in answer
}
