import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { deadLettersOf, type Entry, type Line, unreadOf } from '../referees/haak.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const tried = scaled(500, 5000)
const [chunks, seed] = [10, Number(process.env['WATCHPOST_SEED'] ?? 31)]

let room: MailRoom
let lea: Mailbox
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-haak-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const mailbox = 'agent-mailbox.jsonl'
const reads = 'agent-mailbox-reads.jsonl'
const roles = ['architect', 'librarian', 'steward', 'pilot', 'tier2', 'qa-lead-agent']
const tags = ['project:inscription', 'concern:governance', 'domain:scripts']

/** A session's id, the same for the same seed. */
function uuidIn(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}

/** The same moment as people and programs write it. */
function timeIn(random: () => number, at: number): string {
  const text = new Date(at).toISOString()
  const local = new Date(at + 2 * hour).toISOString().slice(0, 19)
  const forms = [text, text.replace('.000Z', 'Z'), `${local}+02:00`, `${local}+0200`, text.replace('T', ' ')]
  return forms[Math.floor(random() * forms.length)] ?? text
}

/** One message in one of the spellings of the description: its table's names, or its script's. */
function spelled(random: () => number, { id, sender, to, sentAt, ttlHours, readBy }: Line): object {
  const [only = ''] = to
  const list = random() < 0.5 ? [...to] : to.join(random() < 0.5 ? ',' : ', ')
  const recipient = to.length > 1 ? list : random() < 0.1 ? [only] : only
  const common = {
    id,
    timestamp: timeIn(random, sentAt),
    ...(ttlHours === null ? (random() < 0.5 ? {} : { ttl_hours: null }) : { ttl_hours: ttlHours }),
    ...(readBy.length === 0 && random() < 0.3 ? {} : { read_by: readBy }),
    ...(random() < 0.3 ? { mood: 'calm' } : {}),
  }
  if (random() < 0.5)
    return { ...common, sender, recipient, content: id, ...(random() < 0.5 ? { thread: null } : {}) }
  return { ...common, from: sender, to: recipient, subject: '', body: id }
}

/** Lines that no reader can take for a message. */
const broken = [
  '{"id": "bad-1", "sender": "x"',
  '{"id": "bad-2", "sender": "x", "content": "no recipient", "timestamp": "2027-01-31T10:00:00Z"}',
  '{"id": "bad-3", "sender": "x", "recipient": "all", "content": "y", "timestamp": "noon"}',
  '{"id": "bad-4", "sender": "x", "recipient": "all", "content": "y", "timestamp": "2027-01-31T10:00:00Z", "ttl_hours": "4"}',
  '["bad-5"]',
  '{"id": 6, "sender": "bad-6", "recipient": "all", "content": "y", "timestamp": "2027-01-31T10:00:00Z"}',
]

function rosterIn(random: () => number, entries: readonly Entry[]): unknown {
  const written = entries.map(({ session, role, tags: own, status }) => ({
    session_id: session,
    ...(role === null && random() < 0.5 ? {} : { role }),
    tags: random() < 0.5 ? own : own.join(','),
    status,
  }))
  const form = Math.floor(random() * 3)
  if (form === 0) return written
  if (form === 1) return { agents: written, version: 1 }
  return Object.fromEntries(written.map(({ session_id, ...entry }) => [session_id, entry]))
}

async function allOf(box: Mailbox, input: object): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await box.inbox({ limit: 500, ...input, ...(after !== undefined && { after }) })
    found.push(...page.messages.filter(({ from }) => from !== 'system').map(({ preview }) => preview))
    if (page.next === null) return found.sort()
    after = page.next
  }
}

test(proof('mail of HAAK reaches whom its protocol says, while the roster changes', tried, 'lines'), {
  timeout: 900_000,
}, async () => {
  const random = generator(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const some = <T>(list: readonly T[]): readonly T[] => list.filter(() => random() < 0.4)
  const roster: Entry[] = []
  const lines: Line[] = []
  const read = new Map<string, Set<string>>()
  const path = (name: string) => join(folder, name)
  const at = () => room.now - Math.floor(random() * 30 * 60) * 60_000
  const living = () => roster.filter(({ status }) => status !== 'dead')

  /** Agents come and die, gain roles and tags. */
  function changeRoster(): void {
    for (let count = roster.length === 0 ? 6 : 1; count > 0; count -= 1) {
      const status = random() < 0.7 ? 'alive' : 'frozen'
      const role = random() < 0.6 ? pick(roles.slice(0, 4)) : null
      roster.push({ session: uuidIn(random), role, tags: some(tags), status })
    }
    for (const [place, entry] of roster.entries()) {
      if (entry.status === 'dead') continue
      const gained = entry.role === null && random() < 0.2 ? pick(roles) : entry.role
      const own = [...new Set([...entry.tags, ...(random() < 0.2 ? [pick(tags)] : [])])]
      const dies = living().length > 4 && random() < 0.06
      roster[place] = { ...entry, role: gained, tags: own, status: dies ? 'dead' : entry.status }
    }
    writeFileSync(path('agent-roster.json'), JSON.stringify(rosterIn(random, roster)))
  }

  function lineOf(number: number): Line {
    const role = () => (random() < 0.5 ? pick(roles) : `role:${pick(roles)}`)
    const one = () => {
      const way = random()
      return way < 0.35 ? pick(living()).session : way < 0.65 ? role() : way < 0.85 ? pick(tags) : 'all'
    }
    const to = random() < 0.12 ? [...new Set([pick(tags), pick(tags)])] : [one()]
    const ttlHours = random() < 0.25 ? Math.ceil(random() * 60) : null
    const readBy = random() < 0.15 ? some(living()).map(({ session }) => session) : []
    return { id: `m-${number}`, sender: pick(living()).session, to, sentAt: at(), ttlHours, readBy }
  }

  let told: readonly string[] = []
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    changeRoster()
    const size = tried / chunks
    for (let number = 0; number < size; number += 1) {
      const line = lineOf(lines.length)
      lines.push(line)
      appendFileSync(path(mailbox), `${JSON.stringify(spelled(random, line))}\n`)
      if (random() < 0.02) appendFileSync(path(mailbox), `${pick(broken)}\n`)
    }
    // Readers note what they read, in either spelling of the two fields.
    for (const { id } of some(lines.slice(-size)).slice(0, size / 5)) {
      const { session } = pick(living())
      read.set(id, new Set([...(read.get(id) ?? []), session]))
      const names = random() < 0.5 ? ['message_id', 'reader_session_id'] : ['messageid', 'readersession_id']
      const mark = { [names[0] ?? '']: id, [names[1] ?? '']: session, timestamp: timeIn(random, room.now) }
      appendFileSync(path(reads), `${JSON.stringify(mark)}\n`)
    }
    const input = { path: folder, format: 'haak', once: true } as const
    for await (const { skipped } of lea.sync(input, new AbortController().signal))
      told = skipped.map(({ where }) => where)
  }

  const bad = readFileSync(path(mailbox), 'utf8')
    .split('\n')
    .flatMap((text, index) => (text.includes('"bad-') ? [`${mailbox}:${index + 1}`] : []))
  expect([...told].sort()).toEqual(bad.sort())
  for (const entry of roster) {
    const { session, status } = entry
    const theirs = lines.filter(({ sender }) => sender !== session)
    if (status === 'dead') {
      const dead = await allOf(lea, { owner: session, dead: true })
      expect(dead, `dead letters of ${session}`).toEqual(
        expect.arrayContaining([...deadLettersOf(entry, theirs, read, room.now)]),
      )
      continue
    }
    const own = new Set(lines.filter(({ sender }) => sender === session).map(({ id }) => id))
    const unread = (await allOf(lea, { owner: session, unread: true })).filter((id) => !own.has(id))
    expect(unread, `unread of ${JSON.stringify(entry)}`).toEqual(
      [...unreadOf(entry, theirs, read, room.now)].sort(),
    )
  }
})
