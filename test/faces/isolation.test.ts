import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rpc } from '../support/a2a.ts'
import { type Answered, type Body, newTask, openSwarm, type Swarm } from '../support/mail-server.ts'
import { base } from '../support/mail2-client.ts'
import { until } from '../support/soon.ts'

const users = Array.from({ length: 20 }, (_, at) => `user-${String.fromCharCode(97 + at)}`)

let swarm: Swarm
const tokens = new Map<string, string>()
const heard = new Map<string, string>()
const stopping = new AbortController()
const listening: Promise<unknown>[] = []
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  for (const user of users) tokens.set(user, await swarm.token('user', user))
  for (const user of users) listening.push(listen(user).catch(() => undefined))
  await Promise.all(users.map(live))
})
afterAll(async () => {
  stopping.abort()
  await Promise.allSettled(listening)
  await swarm.close()
})

const call = (user: string, method: string, path: string, body?: unknown): Promise<Answered> =>
  swarm.call(method, path, tokens.get(user) ?? '', body)

const a2a = (user: string, method: string, params: object) =>
  rpc(swarm, tokens.get(user) ?? '', method, params)

/** What is nobody else's: it says whose it is. */
const secretOf = (user: string) => `secret of ${user}`
/** Whose secrets are told in a text. */
const told = (text: string) =>
  [...new Set([...text.matchAll(/secret of (user-[a-z])/gu)].map(([, user]) => user ?? ''))].sort()

async function listen(user: string): Promise<void> {
  const headers = { authorization: `Bearer ${tokens.get(user)}` }
  const response = await fetch(`${swarm.url}/events?subjects=1`, { headers, signal: stopping.signal })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? [])
    heard.set(user, (heard.get(user) ?? '') + decoder.decode(chunk as Uint8Array, { stream: true }))
}

/** Ids of what each user has, by face. */
const things = new Map<string, { readonly task: string; readonly paths: readonly string[] }>()

/** Each has a task, mail that came, was sent and was put away, and a draft. */
async function live(user: string): Promise<void> {
  const words = { subject: secretOf(user), body: secretOf(user) }
  const boss = await swarm.as('boss')
  await until(() => heard.has(user), 'a stream')
  const task = newTask()
  const answer = call(user, 'POST', '/message', { ...words, task_id: task })
  await until(async () => (await call(user, 'GET', `/task?task_id=${task}`)).status === 200, 'the task')
  await boss.completeTask({ task, body: secretOf(user) })
  await answer
  for (let at = 0; at < 2; at += 1) await boss.send({ to: [user], ...words, again: true })
  const draft = async () => (await call(user, 'POST', `${base}/drafts`, words)).body.entry.draft.draft_id
  const recipients = ['boss@swarm-a@localhost']
  const sent = await call(user, 'POST', `${base}/drafts/${await draft()}/send`, { recipients })
  const [first, second] = (await call(user, 'GET', `${base}/inbox`)).body.entries
  await call(user, 'DELETE', `${base}/inbox/${second.message_id}`)
  things.set(user, {
    task,
    paths: [
      `/inbox/${first.message_id}`,
      `/trash/${second.message_id}`,
      `/outbox/${sent.body.message.message_id}`,
      `/drafts/${await draft()}`,
    ],
  })
}

/** A way into the server: all that it tells a user, and what it says of another's things. */
type Way = {
  readonly name: string
  readonly all: (user: string) => Promise<unknown>
  readonly strange: (user: string, other: string) => Promise<readonly Answered[]>
}

const ways: readonly Way[] = [
  {
    name: 'GET /events',
    async all(user) {
      const mine = () => heard.get(user) ?? ''
      await until(() => told(mine()).length > 0, 'news')
      return mine()
    },
    strange: async () => [],
  },
  {
    name: 'MAIL 1.3',
    all: async (user) => [
      (await call(user, 'GET', '/tasks')).body,
      (await call(user, 'GET', `/task?task_id=${things.get(user)?.task}`)).body,
      (await call(user, 'GET', '/status')).body,
    ],
    strange: async (user, other) => [
      await call(user, 'GET', `/task?task_id=${things.get(other)?.task}`),
      await call(user, 'POST', '/message', { body: 'Psst', task_id: things.get(other)?.task }),
    ],
  },
  {
    name: 'MAIL 2.0',
    async all(user) {
      const texts: unknown[] = []
      for (const box of ['inbox', 'outbox', 'trash', 'drafts', 'lists', 'swarms'])
        texts.push((await call(user, 'GET', `${base}/${box}?`)).body)
      for (const path of things.get(user)?.paths ?? []) {
        const { status, body } = await call(user, 'GET', base + path)
        expect([path, status]).toEqual([path, 200])
        texts.push(body)
      }
      return texts
    },
    async strange(user, other) {
      const answers: Answered[] = []
      const metadata = { watchpost: { task: things.get(other)?.task } }
      answers.push(await call(user, 'POST', `${base}/drafts`, { subject: 'S', body: 'B', metadata }))
      const [own = ''] = things.get(user)?.paths.slice(-1) ?? []
      const recipients = ['boss@swarm-a@localhost']
      answers.push(await call(user, 'PATCH', base + own, { metadata }))
      answers.push(await call(user, 'POST', `${base}${own}/send`, { recipients, metadata }))
      for (const path of things.get(other)?.paths ?? []) {
        const id = path.split('/').at(-1) ?? ''
        for (const box of ['inbox', 'outbox', 'trash', 'drafts'])
          answers.push(await call(user, 'GET', `${base}/${box}/${id}`))
        answers.push(await call(user, 'DELETE', base + path))
        answers.push(await call(user, 'POST', `${base}/drafts`, { subject: 'S', body: 'B', reply_to: id }))
        answers.push(await call(user, 'POST', `${base}/drafts/${id}/send`, { recipients }))
        answers.push(await call(user, 'PATCH', `${base}/drafts/${id}`, { body: 'Mine' }))
        answers.push(await call(user, 'POST', `${base}/trash/${id}/restore`))
      }
      return answers
    },
  },
  {
    name: 'A2A 1.0',
    all: async (user) => [
      (await a2a(user, 'ListTasks', { includeArtifacts: true, historyLength: 9 })).body,
      (await a2a(user, 'GetTask', { id: things.get(user)?.task, historyLength: 9 })).body,
      (await a2a(user, 'GetExtendedAgentCard', {})).body,
    ],
    async strange(user, other) {
      const id = things.get(other)?.task
      const sent = {
        message: { messageId: `${user} ${id}`, role: 'ROLE_USER', parts: [{ text: 'Psst' }], taskId: id },
      }
      const answers: Answered[] = []
      for (const [method, params] of [
        ['GetTask', { id }],
        ['CancelTask', { id }],
        ['SubscribeToTask', { id }],
        ['SendMessage', sent],
      ] as const) {
        const answered = await a2a(user, method, params)
        // A refusal comes with the status 200.
        const status = answered.body.error?.message === 'unknown task' ? 404 : 200
        answers.push({ ...answered, status, headers: new Headers() })
      }
      return answers
    },
  },
]

describe.each(ways)('20 users, by $name', ({ all, strange }) => {
  it('each is told of their own alone', async () => {
    for (const user of users) expect(told(JSON.stringify(await all(user)))).toEqual([user])
  })

  it('nobody reaches what is another’s, nor learns a word of it', async () => {
    for (const [at, user] of users.entries()) {
      const other = users[(at + 1) % users.length] ?? ''
      for (const { status, body } of await strange(user, other)) {
        expect([status >= 400 && status <= 501, told(JSON.stringify(body))]).toEqual([true, []])
        expect(status).not.toBe(500)
      }
    }
    // It is all where it was.
    for (const user of users)
      for (const path of things.get(user)?.paths ?? [])
        expect([path, (await call(user, 'GET', base + path)).status]).toEqual([path, 200])
  })
})

it('what is open to all has no word of anybody', async () => {
  for (const path of [
    '/',
    '/health',
    '/metrics',
    '/swarms',
    '/openapi.json',
    base,
    `${base}/health`,
    `${base}/openapi.json`,
  ]) {
    const { body }: { body: Body } = await swarm.call('GET', path)
    const text = JSON.stringify(body)
    for (const user of users) expect(text).not.toContain(user)
  }
})
