import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServerMailbox } from '../src/server-mailbox.ts'
import type { Context } from '../src/services/context.ts'
import { openSwarm, type Swarm } from './support/mail-server.ts'

let swarm: Swarm
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
})
afterAll(() => swarm.close())

describe('the mailbox of a server', () => {
  it('can do what every mailbox can, and what only a server asks for', async () => {
    const mailbox = openServerMailbox(swarm.context)
    expect((await mailbox.listSwarms({})).swarms).toEqual([])
    expect(await mailbox.tokenHolder({ secret: await swarm.token('user', 'lea') })).toEqual({
      role: 'user',
      id: 'lea',
    })
  })

  it('changes nothing for a session that only looks', async () => {
    const looking: Context = { ...swarm.context, onlyLooks: true }
    const mailbox = openServerMailbox(looking)
    expect(await mailbox.findAgent({ address: 'nobody' })).toBeNull()
    await expect(mailbox.announce({ body: 'News.' })).rejects.toMatchObject({ code: 'not-allowed' })
  })
})
