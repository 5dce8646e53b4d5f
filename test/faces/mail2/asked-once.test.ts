import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MailStore } from '../../../store/mail-store.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { ask } from '../../support/mail2-client.ts'

let swarm: Swarm
let lea: string
/** What the server asked the store for, in order. Meanwhile it looks after tasks and other swarms. */
const asked: string[] = []
const parts = ['messages', 'deliveries', 'log', 'groups', 'channels', 'places', 'drafts', 'roster']
const [few, many] = [3, 30]
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss')
  lea = await swarm.token('user', 'lea')
  await swarm.stopServer()
  await swarm.startServer(
    { lookEvery: 3_600_000, watchEvery: 3_600_000 },
    { store: listening(swarm.context.store) },
  )
  await fill(few)
})
afterAll(() => swarm.close())

type Part = Readonly<Record<string, unknown>>

/** The store itself; each call of one of its parts is noted. */
function listening(store: MailStore): MailStore {
  const partOf = (name: string, part: Part) =>
    new Proxy(part, {
      get(target, key: string) {
        const method = target[key]
        if (typeof method !== 'function') return method
        return (...given: readonly unknown[]) => {
          // It computes, and reads nothing.
          if (key !== 'uuid') asked.push(`${name}.${key}`)
          return Reflect.apply(method, target, given)
        }
      },
    })
  return new Proxy(store, {
    get(target, key) {
      const part = Reflect.get(target, key) as unknown
      return typeof part === 'object' && part !== null ? partOf(String(key), part as Part) : part
    },
  })
}

async function fill(count: number): Promise<void> {
  const boss = await swarm.as('boss')
  const own = await swarm.as('lea')
  for (let at = 0; at < count; at += 1) {
    const name = `of-${count}-${at}`
    await boss.createGroup({ group: name, members: ['boss', 'lea'] })
    await boss.createChannel({ channel: name })
    await own.saveDraft({ subject: name, body: 'X' })
    const { id } = await boss.send({ to: ['lea'], subject: name, body: 'X' })
    await own.reply({ message: id, body: 'Y' })
    const { id: old } = await boss.send({ to: ['lea'], subject: name, body: 'X' })
    await own.archive({ messages: [old] })
  }
}

async function askedFor(path: string): Promise<readonly string[]> {
  asked.length = 0
  const { status } = await ask(swarm, lea, 'GET', path)
  expect(status).toBe(200)
  return asked.filter((one) => parts.includes(one.replace(/\..*/u, ''))).toSorted()
}

it('lists ask the store as often for many as for few, and never for a body; nor does one draft ask for all', async () => {
  const [draft]: Body[] = (await ask(swarm, lea, 'GET', '/drafts')).body.entries
  const paths = [
    ...['inbox', 'outbox', 'trash', 'drafts'].map((box) => `/${box}?limit=100`),
    '/lists',
    `/drafts/${draft.draft_id}`,
  ]
  const before = new Map<string, readonly string[]>()
  for (const path of paths) before.set(path, await askedFor(path))
  await fill(many)
  for (const path of paths) {
    const after = await askedFor(path)
    expect([path, after]).toEqual([path, before.get(path)])
    expect(after).not.toContain('messages.read')
  }
  expect(before.get(paths.at(-1) ?? '')).not.toContain('drafts.list')
  expect((await ask(swarm, lea, 'GET', '/inbox?limit=100')).body.entries).toHaveLength(few + many)
})
