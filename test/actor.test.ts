import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findActor } from '../src/actor.ts'
import { readEnvironment } from '../src/config.ts'
import { type MailRoom, noon, openMailRoom } from './support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('critic', { session: 's1', pane: '%1' })
  await room.join('twin', { session: 's2' })
  await room.join('double', { session: 's2' })
  await room.join('lina', { kind: 'user' })
})
afterEach(() => room.close())

const find = async (variables: NodeJS.ProcessEnv, as?: string) => {
  const { actor, how, principal } = await findActor({
    roster: room.store.roster,
    environment: readEnvironment(variables),
    as,
    swarm: null,
    user: async () => 'lina',
    unregistered: false,
    now: noon,
  })
  return [actor.address, how, principal?.address ?? null]
}

describe('who acts', () => {
  it.each([
    [{ WATCHPOST_AGENT: 'critic' }, undefined, ['critic', 'environment', null]],
    [{ WATCHPOST_SESSION: 's1' }, undefined, ['critic', 'session', null]],
    [{ CLAUDE_CODE_SESSION_ID: 's1' }, undefined, ['critic', 'session', null]],
    [{ TMUX_PANE: '%1' }, undefined, ['critic', 'pane', null]],
    [{}, undefined, ['lina', 'person', null]],
    [{ WATCHPOST_AGENT: 'critic', WATCHPOST_SESSION: 's1' }, undefined, ['critic', 'environment', null]],
    [{ WATCHPOST_AGENT: 'twin', WATCHPOST_SESSION: 's1' }, undefined, ['twin', 'environment', 'critic']],
    [{ WATCHPOST_AGENT: 'twin', WATCHPOST_SESSION: 's2' }, undefined, ['twin', 'environment', null]],
    [{ WATCHPOST_SESSION: 's2' }, 'double', ['double', 'flag', null]],
    [{ WATCHPOST_AGENT: 'twin' }, 'critic', ['critic', 'flag', 'twin']],
    [{}, 'critic', ['critic', 'flag', 'lina']],
  ])('by %j and --as %j: %j', async (variables, as, expected) => {
    expect(await find(variables, as)).toEqual(expected)
  })

  it('is not asked for the person behind --as by who only looks', async () => {
    const question = { roster: room.store.roster, environment: readEnvironment({}), swarm: null, now: noon }
    const how = { as: 'critic', user: async () => 'lina', unregistered: false, looks: true }
    expect(await findActor({ ...question, ...how })).toMatchObject({
      actor: { address: 'critic' },
      principal: null,
    })
  })

  it('is an error that lists the candidates where there is doubt', async () => {
    await expect(find({ WATCHPOST_SESSION: 's2' })).rejects.toMatchObject({
      code: 'ambiguous',
      message: expect.stringMatching(/double.*twin|twin.*double/u),
    })
  })
})
