import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { uncapped } from '../support/no-caps.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

/** A referee imports nothing of the program, not even its types. */
type Mailbox = Awaited<ReturnType<MailRoom['join']>>

const script = fileURLToPath(new URL('../support/adr003_referee.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
const operations = scaled(400, 2000)
const seed = Number(process.env['WATCHPOST_SEED'] ?? 1 + Math.floor(Math.random() * 1_000_000))

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom('dev')
})
afterEach(() => room.close())

type Said = (name: string, ...words: readonly unknown[]) => Promise<unknown>

/** The record's own program, in a process of its own. */
function openReferee(): { readonly ask: Said; readonly end: () => void } {
  const program = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  return {
    async ask(name, ...words) {
      program.stdin.write(`${JSON.stringify([room.now, name, ...words])}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`the referee ended at ${name}`)
      return JSON.parse(value as string) as unknown
    },
    end: () => program.stdin.end(),
  }
}

const agents = ['architect', 'implementer', 'critic', 'coo'] as const
const priorities = ['low', 'normal', 'high', 'urgent'] as const
const types = ['request', 'notification', 'escalation', 'handoff'] as const

/** A copy here, the message there, and what both know of it. */
type Copy = {
  readonly ours: string
  readonly theirs: string
  readonly from: string
  readonly owner: string
  readonly expiresAt: number | null
  /** Began with mail to all: one thread here, one for each recipient there. */
  readonly isShared: boolean
}

test.skipIf(!hasPython)(
  proof('ADR-003: its own program and ours answer alike', operations, 'operations'),
  async () => {
    const random = generator(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const { ask, end } = openReferee()
    const boxes = new Map<string, Mailbox>()
    for (const agent of agents) {
      await room.join(agent, { swarm: 'dev' })
      boxes.set(agent, await room.as(agent, { settings: uncapped }))
    }
    const box = (agent: string) => boxes.get(agent) as Mailbox
    await ask('swarm', 'dev', agents)
    const copies: Copy[] = []
    const status = async ({ ours, owner }: Copy) =>
      (await box(owner).read({ messages: [ours], peek: true })).value.messages[0]?.status
    const open = async () => {
      const copy = pick(copies)
      const over = copy === undefined || (copy.expiresAt !== null && copy.expiresAt <= room.now)
      return over ? null : copy
    }
    const theirsOf = (owner: string, ours: readonly string[]) =>
      ours.map((id) => copies.find((copy) => copy.ours === id && copy.owner === owner)?.theirs)

    const acts: Readonly<Record<string, () => Promise<void>>> = {
      async send() {
        const [from, owner] = [pick(agents), pick(agents)]
        const [type, priority, subject] = [pick(types), pick(priorities), `S${copies.length}`]
        const expiresAt = random() < 0.3 ? room.now + 1000 * Math.ceil(random() * 200) : null
        const when = expiresAt === null ? {} : { expires: new Date(expiresAt).toISOString() }
        const theirs = await ask(
          'send',
          from,
          owner,
          type,
          subject,
          priorities.indexOf(priority) + 1,
          expiresAt,
        )
        const letter = { subject, priority, ...when }
        const { id } =
          type === 'handoff'
            ? await box(from).handoff({ ...letter, to: owner, done: 'this', again: true })
            : await box(from).send({ ...letter, to: [owner], body: 'x', kind: type, again: true })
        copies.push({ ours: id, theirs: theirs as string, from, owner, expiresAt, isShared: false })
      },
      async broadcast() {
        const [from, priority, subject] = [pick(agents), pick(priorities), `B${copies.length}`]
        const theirs = (await ask('broadcast', from, 'dev', subject, priorities.indexOf(priority) + 1)) as [
          string,
          string,
        ][]
        const { id } = await box(from).send({
          to: ['swarm:dev'],
          subject,
          body: 'x',
          priority,
          kind: 'notification',
        })
        for (const [owner, one] of theirs)
          copies.push({ ours: id, theirs: one, from, owner, expiresAt: null, isShared: true })
      },
      async read() {
        const copy = await open()
        if (copy === null) return
        const offer = await box(copy.owner).read({ messages: [copy.ours] })
        await offer.settle()
        expect(await status(copy)).toBe(await ask('read', copy.theirs))
      },
      async process() {
        const copy = await open()
        // What is archived is restored first here.
        if (copy === null || (await status(copy)) === 'archived') return
        await box(copy.owner).process({ messages: [copy.ours] })
        expect(await status(copy)).toBe(await ask('process', copy.theirs))
      },
      async complete() {
        const copy = await open()
        const keep = random() < 0.4
        if (copy === null || (keep && (await status(copy)) === 'archived')) return
        await box(copy.owner).complete({ messages: [copy.ours], keep })
        expect(await status(copy)).toBe(await ask('complete', copy.theirs, !keep))
      },
      async reply() {
        const copy = await open()
        if (copy === null || copy.from === copy.owner) return
        const theirs = (await ask('reply', copy.theirs, copy.owner)) as string
        const { id } = await box(copy.owner).reply({ message: copy.ours, body: 'x' })
        const { owner: from, from: owner, isShared } = copy
        copies.push({ ours: id, theirs, from, owner, expiresAt: null, isShared })
      },
      async check() {
        const [owner, unread] = [pick(agents), random() < 0.6]
        const kinds = random() < 0.3 ? [pick(types)] : null
        const least = random() < 0.3 ? pick(priorities) : null
        const theirs = (await ask(
          'check',
          owner,
          unread,
          kinds,
          least === null ? null : priorities.indexOf(least) + 1,
        )) as [string, string][]
        const { messages } = await box(owner).inbox({
          ...(unread ? { unread } : { all: true }),
          ...(kinds === null ? {} : { kind: kinds }),
          ...(least === null ? {} : { priority: least }),
          limit: 500,
        })
        // Work in progress does not expire here.
        const lasting = messages.filter(
          (one) =>
            one.status !== 'processing' || one.expiresAt === null || Date.parse(one.expiresAt) > room.now,
        )
        const ours = theirsOf(
          owner,
          lasting.map(({ id }) => id),
        )
        expect(ours.map((id, at) => [id, lasting[at]?.status])).toEqual(theirs)
      },
      async pending() {
        const owner = pick(agents)
        expect(await box(owner).count({})).toMatchObject((await ask('pending', owner)) as object)
      },
      async thread() {
        const copy = pick(copies)
        if (copy === undefined || copy.isShared) return
        const theirs = (await ask('thread', copy.theirs)) as string[]
        const { messages } = await box(copy.owner).thread({ message: copy.ours, limit: 500 })
        const known = copies.filter(({ theirs: id }) => theirs.includes(id)).map(({ ours }) => ours)
        expect(messages.map(({ id }) => id)).toEqual([...new Set(known)])
      },
    }
    const names = Object.keys(acts)
    for (let done = 0; done < operations; done += 1) {
      room.now += 1000
      const name = copies.length < 5 ? 'send' : random() < 0.25 ? 'send' : pick(names)
      await acts[name]?.().catch((error: unknown) => {
        throw new Error(`${name}; play it again with WATCHPOST_SEED=${seed}`, { cause: error })
      })
    }
    const folder = mkdtempSync(join(tmpdir(), 'watchpost-referee-'))
    await room.person.exportMail({ path: folder, format: 'adr003' })
    const [found, refused] = (await ask('load', folder)) as [unknown[], string[]]
    expect(refused).toEqual([])
    expect(found).toHaveLength(copies.length)
    rmSync(folder, { recursive: true })
    end()
  },
  proofPatience(300_000),
)
