import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow, newTask, openSwarm, type Streamed, type Swarm } from '../../support/mail-server.ts'
import { proof, scaled } from '../../support/scale.ts'
import { until } from '../../support/soon.ts'

const tasks = scaled(60, 500)
const users = Array.from({ length: 20 }, (_, at) => `user-${String.fromCharCode(97 + at)}`)
const atOnce = 2

let swarm: Swarm
const tokens = new Map<string, string>()
const stopping = new AbortController()
const working: Promise<void>[] = []
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('helper')
  for (const user of users) tokens.set(user, await swarm.token('user', user))
})
afterAll(async () => {
  stopping.abort()
  await Promise.allSettled(working)
  await swarm.close()
})

type Taken = { readonly id: string; readonly kind: string; readonly task: string; readonly body: string }

/** An agent that deals with each message as it comes. */
async function work(name: string, deal: (message: Taken) => Promise<unknown>): Promise<void> {
  const mailbox = await swarm.as(name)
  while (!stopping.signal.aborted) {
    const offer = await mailbox.wait({ take: true, timeout: 500 }).catch(() => null)
    if (offer === null) continue
    await offer.settle()
    const { message } = offer.value
    await deal({ ...message, task: message.task ?? '' })
  }
}

/** What is nobody else's: it says whose it is. */
const secretOf = (user: string, at: number) => `secret of ${user}, number ${at}.`
/** Whose secrets are told in a text. */
const told = (text: string) =>
  [...new Set([...text.matchAll(/secret of (user-[a-z])/gu)].map(([, user]) => user ?? ''))].sort()

/** Everything that comes on a stream of the user's own mailbox. */
async function mailboxOf(user: string, heard: Map<string, string>): Promise<void> {
  const headers = { authorization: `Bearer ${tokens.get(user)}` }
  const { signal } = stopping
  const response = await fetch(`${swarm.url}/events?subjects=1`, { headers, signal })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? [])
    heard.set(user, (heard.get(user) ?? '') + decoder.decode(chunk as Uint8Array, { stream: true }))
}

it(proof(
  '20 users: no word of one’s task is in another’s mailbox, events or metrics',
  tasks,
  'tasks',
), async () => {
  const boss = await swarm.as('boss')
  const helper = await swarm.as('helper')
  // Each request passes through two agents, and all results are told to `all`.
  working.push(
    work('boss', async ({ kind, task, body }) => {
      if (kind === 'request') await boss.send({ to: ['helper'], subject: body, body, task, again: true })
      if (kind === 'response') await boss.completeTask({ task, body: `Done: ${body}` })
    }),
    work('helper', async ({ id, kind, body }) => {
      if (kind === 'request') await helper.reply({ message: id, body })
    }),
  )
  const heard = new Map<string, string>()
  for (const user of users) working.push(mailboxOf(user, heard).catch(() => undefined))

  const own = new Map<string, string[]>(users.map((user) => [user, []]))
  let next = 0
  const call = async (user: string) => {
    for (let at = next++; at < tasks; at = next++) {
      const task = newTask()
      const secret = secretOf(user, at)
      own.get(user)?.push(task)
      const events: Streamed[] = []
      for await (const event of follow(swarm, tokens.get(user) ?? '', {
        body: secret,
        subject: secret,
        task_id: task,
      }))
        events.push(event)
      expect(
        events.filter(({ event }) => event === 'task_complete').map(({ data }) => data.response),
      ).toEqual([`Done: ${secret}`])
      expect(told(JSON.stringify(events))).toEqual([user])
    }
  }
  await Promise.all(users.flatMap((user) => Array.from({ length: atOnce }, () => call(user))))

  const everybodys = [...own.values()].flat()
  for (const user of users) {
    const token = tokens.get(user) ?? ''
    const mine = own.get(user) ?? []
    const { body: listed } = await swarm.call('GET', '/tasks', token)
    expect(Object.keys(listed).sort()).toEqual(mine.toSorted())
    const shown = await swarm.call('GET', `/task?task_id=${mine[0]}`, token)
    const { messages } = await (await swarm.as(user)).inbox({ all: true, limit: 500 })
    for (const text of [JSON.stringify([listed, shown.body]), JSON.stringify(messages)])
      expect(told(text)).toEqual([user])
    // One for each of one's own results, without a word of them.
    const news = () => heard.get(user)?.match(/^event: mail$/gmu)?.length ?? 0
    await until(() => news() >= mine.length, 'news of each result')
    expect([news(), told(heard.get(user) ?? '')]).toEqual([mine.length, []])
    const [other = ''] = everybodys.filter((task) => !mine.includes(task))
    expect((await swarm.call('GET', `/task?task_id=${other}`, token)).status).toBe(400)
    const written = await swarm.call('POST', '/message', token, { body: 'Psst', task_id: other })
    expect([written.status, told(JSON.stringify(written.body))]).toEqual([400, []])
  }
  for (const path of ['/metrics', '/health', '/', '/swarms']) {
    const { body } = await swarm.call('GET', path)
    const text = JSON.stringify(body)
    expect(told(text)).toEqual([])
    for (const word of [...users, ...everybodys]) expect(text).not.toContain(word)
  }
}, 300_000)
