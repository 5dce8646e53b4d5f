import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMailError } from '../../../src/domain/errors.ts'
import { parseId, shortId } from '../../../src/domain/id.ts'
import { type Mailbox, openMailbox } from '../../../src/mailbox.ts'
import { type Body, introduce, newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { generator, proof, proofPatience, scaled } from '../../support/scale.ts'
import { soon } from '../../support/soon.ts'

const lives = scaled(80, 1_000)
const atOnce = 8
const random = generator(246)

let here: Swarm
let there: Swarm
let lea: string
beforeAll(async () => {
  here = await openSwarm('swarm-a')
  there = await openSwarm('swarm-b')
  await introduce(here, there)
  await introduce(there, here)
  await here.join('boss', { canComplete: true })
  for (const name of ['hand', 'worker', 'critic']) await here.join(name)
  await there.join('far')
  lea = await here.token('user', 'lea')
})
afterAll(async () => {
  await here.close()
  await there.close()
})

const oneOf = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T

/** What was asked in one life, and what its callers were told. */
type Life = {
  readonly task: string
  readonly steps: string[]
  asked: number
  readonly waits: Promise<unknown>[]
  readonly ended: Body[]
}

type Doing = { readonly box: Mailbox; readonly who: string; readonly id: string; readonly life: Life }
type Verb = (doing: Doing) => Promise<unknown>

/** Ways in which work ends. The last one dies between the end of its work and that of the task. */
const settling: Readonly<Record<string, Verb>> = {
  complete: ({ box, id }) => box.complete({ messages: [id] }),
  result: ({ box, id, who }) => box.complete({ messages: [id], result: `done by ${who}` }),
  answered: async ({ box, id }) => {
    await box.reply({ message: id, body: 'the answer' })
    return box.complete({ messages: [id] })
  },
  archive: ({ box, id }) => box.archive({ messages: [id] }),
  fail: ({ box, id }) => box.fail({ messages: [id], reason: 'no time' }),
  ignore: ({ box, id }) => box.ack({ messages: [id], ignore: true }),
  dies: async ({ who, id }) => {
    const { store, now } = here.context
    const doer = { actor: who, principal: null, session: null, command: null }
    const [message = 0] = await store.messages.find(parseId(id))
    return store.deliveries.move(doer, who, [{ message }], { verb: 'complete', at: now() })
  },
}

/** What else happens in a task. */
const working: Readonly<Record<string, Verb>> = {
  read: async ({ box, id }) => (await box.read({ messages: [id] })).settle(),
  process: ({ box, id }) => box.process({ messages: [id] }),
  reply: ({ box, id }) => box.reply({ message: id, body: 'not yet' }),
  part: ({ box, who, life }) => send(box, who, life, oneOf(['worker', 'critic'])),
  far: ({ box, who, life }) => send(box, who, life, 'far@swarm-b'),
  handoff: ({ box, life, id }) =>
    box.handoff({ to: 'hand', done: 'half', task: life.task, replyTo: id, again: true }),
  asks: ({ box, id }) => box.reply({ message: id, body: 'Which?', asks: true }),
  query: ({ box, life, id }) =>
    box.send({ to: ['lea'], body: 'Which?', kind: 'query', task: life.task, replyTo: id, again: true }),
  undo: ({ box }) => box.undo({}),
  redo: ({ box }) => box.redo({}),
  taskComplete: ({ box, life }) => box.completeTask({ task: life.task, body: 'all of it' }),
  another: ({ life }) => ask(life),
}

const send = (box: Mailbox, who: string, { task }: Life, to: string) =>
  to === who ? Promise.resolve() : box.send({ to: [to], body: 'A part', task, kind: 'request', again: true })

/** A caller asks in the task, and waits for an end of its own. */
async function ask(life: Life): Promise<void> {
  const text = `Do ${life.asked}`
  life.asked += 1
  // Without a name, it goes to whoever asks its owner, or holds the task.
  const entrypoint = oneOf(['boss', 'hand', undefined])
  const body = { body: text, task_id: life.task, ...(entrypoint === undefined ? {} : { entrypoint }) }
  const wait = here
    .call('POST', '/message', lea, body)
    .catch((error: unknown) => ({ body: { detail: String(error) } }))
    .then((answer) => life.ended.push(answer.body))
  life.waits.push(wait)
  const isThere = async () => {
    const { rows } = await here.context.store.tasks.history(life.task, null, 500)
    return rows.some((message) => message.body === text)
  }
  await Promise.race([wait, soon(async () => expect(await isThere()).toBe(true))])
}

const people = ['boss', 'hand', 'worker', 'critic']

/** Unsettled mail of the task: whose it is, and its id. */
async function openIn(swarm: Swarm, names: readonly string[], task: string) {
  const found: { readonly who: string; readonly id: string; readonly box: Mailbox }[] = []
  for (const who of names) {
    const box = await swarm.as(who)
    for (const { id, kind, status } of (await box.inbox({ task })).messages)
      if (kind !== 'complete' && status !== 'failed' && status !== 'completed') found.push({ who, id, box })
  }
  return found
}

async function step(life: Life, verbs: Readonly<Record<string, Verb>>): Promise<void> {
  const open = await openIn(here, people, life.task)
  if (open.length === 0) return
  const { who, id, box } = oneOf(open)
  const name = oneOf(Object.keys(verbs))
  life.steps.push(`${who} ${name} ${id}`)
  try {
    await verbs[name]?.({ box, who, id, life })
  } catch (error) {
    // Not every verb fits every moment; what is refused changes nothing.
    if (!isMailError(error)) throw error
  }
}

/** The other swarm does its part, or only says that it is done. */
async function stepFar(task: string): Promise<void> {
  for (const { box, id } of await openIn(there, ['far'], task))
    await (random() < 0.5
      ? box.complete({ messages: [id], result: 'far' })
      : box.complete({ messages: [id] }))
}

async function live(): Promise<Life> {
  const life: Life = { task: newTask(), steps: [], asked: 0, waits: [], ended: [] }
  await ask(life)
  for (let count = Math.floor(random() * 8); count > 0; count -= 1)
    await step(life, random() < 0.7 ? working : settling)
  return life
}

/** Whoever is there comes to an end with what is left. */
async function settle(life: Life): Promise<void> {
  let over = false
  const all = Promise.all(life.waits).then(() => (over = true))
  for (let count = 0; !over && count < 400; count += 1) {
    await step(life, settling)
    await stepFar(life.task)
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 20))])
  }
  if (over) return
  const { rows } = await here.context.store.tasks.history(life.task, null, 500)
  const told = rows.map(({ id, from, to, kind, replyTo }) => [shortId(id), from, kind, to, replyTo])
  throw new Error(`A caller hangs: ${life.steps.join(' · ')}\n${JSON.stringify(told)}`)
}

async function requireSeen(some: readonly Life[]): Promise<void> {
  const actor = await here.context.store.roster.find('lea')
  if (actor === null) throw new Error('lea is not registered')
  const later = openMailbox({ ...here.context, actor, now: () => Date.now() + 61_000 })
  const { attention } = await later.attention({ why: 'caller-waits', limit: 500 })
  const seen = new Set(attention.map(({ message }) => message?.task))
  for (const { task, ended, waits, steps } of some) {
    if (ended.length === waits.length) continue
    const { status } = await here.as('boss').then((boss) => boss.showTask({ task }))
    if (status === 'running') expect(seen.has(task), steps.join(' · ')).toBe(true)
  }
}

it(
  proof('no caller of a task hangs, whatever agents do in it, and people see who waits', lives, 'lives'),
  async () => {
    for (let done = 0; done < lives; done += atOnce) {
      const some = await Promise.all(Array.from({ length: Math.min(atOnce, lives - done) }, live))
      // An answer may still be on its way to its caller.
      await soon(() => requireSeen(some))
      if (done % 40 === 0) {
        // Callers come back to a server that begins anew.
        await here.stopServer()
        await here.startServer()
        for (const life of some) await resume(life)
      }
      for (const life of some) await settle(life)
      for (const { ended, waits } of some) {
        for (const body of ended) expect(body.response ?? body.detail).toMatch(/./u)
        expect(ended).toHaveLength(waits.length)
      }
    }
  },
  proofPatience(3_600_000),
)

/** Those whose connection broke off follow their task again. */
async function resume(life: Life): Promise<void> {
  await Promise.all(life.waits)
  life.waits.splice(0)
  life.ended.splice(0)
  await ask(life)
}
