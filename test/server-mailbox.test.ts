import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServerMailbox } from '../src/server-mailbox.ts'
import type { Context } from '../src/services/context.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
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

describe('the mailbox of somebody whom a server acts for', () => {
  it('is that person’s own, and nobody’s where nobody living is called so', async () => {
    await swarm.token('user', 'ann')
    const server = openServerMailbox(swarm.context)
    const ann = await server.mailboxOf('ann')
    expect(await ann?.whoami({})).toMatchObject({ address: 'ann', actor: 'ann' })
    expect(await server.mailboxOf('nobody')).toBeNull()
    await server.retireAgent({ agent: 'ann' })
    expect(await server.mailboxOf('ann')).toBeNull()
  })

  it('reaches no keys, files, folders or programs of whoever runs the server', async () => {
    await swarm.token('user', 'tom')
    const refused = () => {
      throw new Error('it was reached for')
    }
    const own = {
      keys: { open: refused },
      approvals: { open: refused },
      files: { create: refused, doubt: refused },
    }
    const server = openServerMailbox({ ...swarm.context, ...own })
    const tom = await server.mailboxOf('tom')
    await expect(tom?.send({ to: ['tom'], body: 'B', seal: true })).rejects.toMatchObject({
      name: 'MailError',
    })
    await expect(tom?.makeKey({})).rejects.toMatchObject({ name: 'MailError' })
    await tom?.send({ to: ['tom'], body: 'B', attach: ['/etc/passwd'] })
  })

  it('is that person’s in a store that took the place of another one, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchpost-mailbox-'))
    const place = join(folder, 'store')
    const open = () =>
      openSqliteStore(place, { create: true, durability: 'normal', swarm: 'swarm-a' }).then(
        (store): Context => ({ ...swarm.context, store }),
      )
    const [old] = [await open()]
    await openServerMailbox(old).createToken({ role: 'user', id: 'lea' })
    let next: Context | undefined
    const server = openServerMailbox({ ...old, reopen: async () => (next ??= await open()) })
    const lea = await server.mailboxOf('lea')
    rmSync(place, { recursive: true })
    await expect(lea?.whoami({})).rejects.toMatchObject({ code: 'not-allowed' })
    await openServerMailbox(next ?? old).createToken({ role: 'user', id: 'lea' })
    expect(await lea?.whoami({})).toMatchObject({ address: 'lea' })
    await lea?.saveDraft({ subject: 'S', body: 'B' })
    expect((await next?.store.drafts.list('lea', { limit: 9, after: null }))?.rows).toHaveLength(1)
    await Promise.all([old.store.close(), next?.store.close()])
    rmSync(folder, { recursive: true })
  })
})
