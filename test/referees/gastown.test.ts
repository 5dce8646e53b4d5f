import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

/** A referee imports nothing of the program, not even its types. */
type Mailbox = Awaited<ReturnType<MailRoom['join']>>

const rounds = scaled(60, 500)
const seed = Number(process.env['WATCHPOST_SEED'] ?? 1 + Math.floor(Math.random() * 1_000_000))

let room: MailRoom
let lea: Mailbox
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-beads-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

type Bead = { readonly id: string; readonly status: string; readonly labels: readonly string[] }
type State = {
  readonly word: 'unread' | 'read' | 'hooked' | 'claimed' | 'closed'
  readonly by: string | null
}
const plain = (word: State['word']): State => ({ word, by: null })
const same = (one: State, other: State) => one.word === other.word && one.by === other.by

const rank = { unread: 0, read: 1, hooked: 2, claimed: 2, closed: 3 } as const
type Claims = { readonly ours: number; readonly theirs: number; readonly held: boolean }

/** The merge as it is written down: one side changed, both did, or both claim. Knows nothing of the program. */
function merged(base: State, ours: State, theirs: State, claims: Claims): State {
  if (same(ours, theirs) || same(theirs, base)) return ours
  if (ours.word === 'claimed' && theirs.word === 'claimed') {
    if (!claims.held) return theirs
    return same(base, ours) || claims.ours <= claims.theirs ? ours : theirs
  }
  if (same(ours, base)) return theirs
  return rank[theirs.word] > rank[ours.word] ? theirs : ours
}

test(
  proof('Gas Town: states of both sides merge as written, whatever happens on either', rounds),
  async () => {
    const random = generator(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const file = join(folder, 'issues.jsonl')
    const all = () =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Bead)
    const put = (beads: readonly object[]) =>
      writeFileSync(file, beads.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const bead = (id: string, place: object, more: readonly string[] = []) => ({
      id,
      title: id,
      description: 'x',
      status: 'open',
      priority: 2,
      issue_type: 'message',
      created_at: '2027-01-31T11:00:00Z',
      ...place,
      labels: ['gt:message', 'from:mayor/', 'msg-type:task', ...more],
    })
    const direct = ['hq-1', 'hq-2']
    const items = ['hq-5', 'hq-6']
    put([
      { id: 'hq-q-builds', title: 'Queue: builds', description: 'name: builds', labels: ['gt:queue'] },
      ...direct.map((id) => bead(id, { assignee: 'gastown/nux' })),
      ...items.map((id) => bead(id, { assignee: '' }, ['queue:builds'])),
    ])
    const sync = async () => {
      const given = { path: folder, format: 'gastown', once: true } as const
      for await (const value of lea.sync(given, new AbortController().signal))
        expect(value.skipped).toEqual([])
    }
    const workers = ['gastown/nux', 'gastown/ann']
    for (const worker of workers) await room.join(worker)
    await room.join('mayor/')
    // An item that was tried too often is given up here, which no bead can say.
    await lea.createQueue({ queue: 'builds', attempts: 100_000 })
    await sync()

    const messageOf = async (id: string) => (await room.store.exchange.known('gastown', [id]))[0] ?? 0
    const copyOf = async (id: string) => {
      const { rows } = await room.store.deliveries.of(await messageOf(id), { limit: 9, after: null })
      return rows.find(({ owner }) => owner === (items.includes(id) ? 'queue:builds' : 'gastown/nux'))
    }
    const ours = async (id: string): Promise<State> => {
      const copy = await copyOf(id)
      switch (copy?.box) {
        case 'processing':
          return items.includes(id) ? { word: 'claimed', by: copy.heldBy } : plain('hooked')
        case 'unread':
        case 'read':
          return plain(copy.box)
        default:
          return plain('closed')
      }
    }
    const theirs = (id: string): State => {
      const { status, labels } = all().find((one) => one.id === id) as Bead
      const by = labels.find((label) => label.startsWith('claimed-by:'))?.slice('claimed-by:'.length)
      if (status === 'closed') return plain('closed')
      if (by !== undefined) return { word: 'claimed', by }
      return plain(status === 'hooked' ? 'hooked' : labels.includes('read') ? 'read' : 'unread')
    }
    const claimedAt = (id: string) => {
      const found = all().find((one) => one.id === id) as Bead
      const at = found.labels.find((label) => label.startsWith('claimed-at:'))
      return at === undefined ? 0 : Date.parse(at.slice('claimed-at:'.length))
    }

    async function changeHere(): Promise<string> {
      if (random() < 0.5) {
        const id = pick(direct)
        const nux = await room.as('gastown/nux')
        const verb = pick(['ack', 'unread', 'process', 'complete', 'archive', 'restore'] as const)
        await nux[verb]({ messages: [id] }).catch(() => undefined)
        return `${verb} ${id}`
      }
      const worker = pick(workers)
      const box = await room.as(worker)
      const id = pick(items)
      const verb = pick(['claim', 'release', 'complete'] as const)
      if (verb === 'claim')
        await box.claim({ queue: 'builds' }).then(
          (offer) => offer.settle(),
          () => undefined,
        )
      else if (verb === 'release') await box.release({ message: id }).catch(() => undefined)
      else await box.complete({ messages: [id] }).catch(() => undefined)
      return `${verb} ${id} by ${worker}`
    }
    function changeThere(): string {
      const isItem = random() < 0.5
      const id = pick(isItem ? items : direct)
      const word = pick(
        isItem
          ? (['unread', 'claimed', 'closed'] as const)
          : (['unread', 'read', 'hooked', 'closed'] as const),
      )
      const by = pick(workers)
      put(
        all().map((one) => {
          if (one.id !== id) return one
          const kept = one.labels.filter((label) => !/^(?:read$|claimed-)/u.test(label))
          const claim = [`claimed-by:${by}`, `claimed-at:${new Date(room.now).toISOString()}`]
          const status = word === 'closed' || word === 'hooked' ? word : 'open'
          const more = word === 'read' ? ['read'] : word === 'claimed' ? claim : []
          return { ...one, status, labels: [...kept, ...more] }
        }),
      )
      return `there ${word} ${id} by ${by}`
    }

    const base = new Map<string, State>()
    for (const id of [...direct, ...items]) base.set(id, plain('unread'))
    for (let round = 0; round < rounds; round += 1) {
      const log: string[] = []
      for (let change = Math.floor(random() * 4); change > 0; change -= 1) {
        room.now += 1000
        log.push(random() < 0.5 ? await changeHere() : changeThere())
      }
      if (random() < 0.1) room.now += 20 * minute
      const expected = new Map<string, State>()
      for (const id of [...direct, ...items]) {
        const copy = await copyOf(id)
        const when = {
          ours: copy?.readAt ?? 0,
          theirs: claimedAt(id),
          held: (copy?.heldUntil ?? 0) > room.now,
        }
        const [before, here, there] = [base.get(id) as State, await ours(id), theirs(id)]
        expected.set(id, merged(before, here, there, when))
        log.push(
          `${id}: ${JSON.stringify([before, here, there, when, copy?.box, copy?.was, copy?.attempts])}`,
        )
      }
      room.now += 1000
      await sync()
      for (const [id, state] of expected) {
        const why = `${id}, round ${round}, WATCHPOST_SEED=${seed}\n${log.join('\n')}`
        expect([await ours(id), theirs(id)], why).toEqual([state, state])
        base.set(id, state)
      }
    }
  },
  proofPatience(600_000),
)
