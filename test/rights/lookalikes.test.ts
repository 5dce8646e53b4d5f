import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../src/services/context.ts'
import { identityOf } from '../support/identities.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('lea', { kind: 'user' })
  for (const agent of ['boss', 'critic', 'mallory']) await room.join(agent)
  await room.join('b', { reportsTo: 'boss' })
})
afterEach(() => room.close())

const unproven = identityOf({ is: 'unproven', why: 'there is no terminal' })
const asAgent: Partial<Context> = { identity: unproven }

/** Who acts, in whose name, and whether a name that looks like another may be given. */
const actors: readonly (readonly [string, string, string | null, Partial<Context>, boolean])[] = [
  ['a person', 'lea', null, {}, true],
  ['a person in the name of an agent', 'b', 'lea', {}, true],
  ['a person whom nothing proves', 'lea', null, asAgent, false],
  ['an agent', 'mallory', null, asAgent, false],
  ['a supervisor', 'boss', null, asAgent, false],
  ['a supervisor in the name of another', 'b', 'boss', asAgent, false],
  ['a session without a name', 'mallory', null, { ...asAgent, how: 'none' }, false],
]

test.each(actors)('a name that looks like another: %s', async (_, as, by, more, may) => {
  const principal = by === null ? null : await room.store.roster.find(by)
  const mailbox = await room.as(as, { ...more, principal: principal ?? null })
  const register = mailbox.registerAgent({ agent: 'cr1tic', allowLookalike: true })
  if (may) await expect(register).resolves.toMatchObject({ address: 'cr1tic' })
  else await expect(register).rejects.toMatchObject({ code: 'not-allowed' })
  expect((await room.store.roster.find('cr1tic')) !== null).toBe(may)
})

test('the flag is refused to an agent whatever the name is, and a plain name without it is not', async () => {
  const mallory = await room.as('mallory', asAgent)
  await expect(mallory.registerAgent({ agent: 'plain', allowLookalike: true })).rejects.toMatchObject({
    code: 'not-allowed',
    hint: expect.stringContaining('a person'),
  })
  await expect(mallory.registerAgent({ agent: 'plain' })).resolves.toMatchObject({ address: 'plain' })
})
