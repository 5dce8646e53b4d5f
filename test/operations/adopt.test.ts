import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusOf } from '../../src/domain/delivery.ts'
import { unlisted } from '../../src/domain/roster.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import { contextOf } from '../../src/entry/demo/mailbox-context.ts'
import type { Departure } from '../../store/mail-store.ts'
import { type Database, openFile } from '../../store/sqlite/database/driver.ts'
import { type ForeignMessage, foreignSystems, put, timeAt } from '../support/foreign-stores.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'

let room: MailRoom
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  room.now = timeAt(3_000)
  folder = mkdtempSync(join(tmpdir(), 'watchpost-adopt-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every file with its size and the time of its last change. */
const state = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => [path, statSync(join(folder, path)).mtimeMs, statSync(join(folder, path)).size])

/** All messages of a format as they are here, in the words of a foreign store. */
async function here(format: string, hasIds: boolean): Promise<readonly ForeignMessage[]> {
  const all: Departure[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof room.store.exchange.departures>> =
      await room.store.exchange.departures(format, {}, { limit: 500, after })
    all.push(...page.rows)
    after = page.next
    if (after === null) break
  }
  const idOf = (departure: Departure) => departure.ids[0] ?? ''
  const ids = new Map(all.map((departure) => [departure.message.id, idOf(departure)]))
  return all.map((departure) => {
    const { message, copies } = departure
    return {
      id: hasIds ? idOf(departure) : '',
      from: message.from,
      body: message.body,
      sentAt: message.sentAt,
      replyTo: message.replyTo === null ? null : (ids.get(message.replyTo) ?? 'unknown'),
      copies: Object.fromEntries(
        copies.map((copy) => [
          copy.owner,
          {
            status: statusOf(copy),
            ...(copy.acknowledgedAt === null ? {} : { isAcknowledged: true }),
            ...(copy.owner.startsWith('queue:') && copy.heldBy !== null ? { claimedBy: copy.heldBy } : {}),
          },
        ]),
      ),
    }
  })
}

const byTime = (one: ForeignMessage, other: ForeignMessage) =>
  one.sentAt - other.sentAt || (one.id < other.id ? -1 : 1) || (one.from < other.from ? -1 : 1)

describe.each(foreignSystems)('$name', ({ format, make }) => {
  test('every message, recipient, state, time and thread is as it was there, and comes once', async () => {
    const there = make(folder, 2_000)
    expect(there.length).toBeGreaterThanOrEqual(2_000)
    const before = state()
    const count = (all: readonly { messages: number; known: number }[]) =>
      all.reduce((sum, { messages, known }) => sum + messages - known, 0)
    const { skipped, differences, stores } = await room.person.adopt({ folders: [folder], yes: true })
    expect({ skipped, differences }).toEqual({ skipped: [], differences: [] })
    expect(new Set(stores.map((store) => store.format))).toEqual(new Set([format]))
    expect(count(stores)).toBe(there.length)
    expect(stores[0]?.mailboxes.length).toBeGreaterThan(2)
    const hasIds = there[0]?.id !== ''
    expect((await here(format, hasIds)).toSorted(byTime)).toEqual(there.toSorted(byTime))
    const again = await room.person.adopt({ folders: [folder], yes: true })
    expect(again.stores.map(({ written }) => written)).toEqual(stores.map(() => 0))
    expect(again.differences).toEqual([])
    expect((await here(format, hasIds)).length).toBe(there.length)
    expect(state()).toEqual(before)
  })
})

const small = (format: string) => {
  const found = foreignSystems.find((one) => one.format === format)
  if (found === undefined) throw new Error(format)
  return found.make(folder, 20).length
}
const file = (path: string) => join(folder, path)
const cut = (path: string) => truncateSync(file(path), statSync(file(path)).size - 20)
const overwrite = (path: string, from: number, bytes: string) => {
  const fd = openSync(file(path), 'r+')
  writeSync(fd, bytes.repeat(500), from)
  closeSync(fd)
}
const opened: Database[] = []
const openAt = (path: string): Database => {
  const database = openFile(file(path))
  opened.push(database)
  return database
}
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})
const mails = 'mcp_agent_mail/storage.sqlite3'
const events = '.hcom/hcom.db'

/** What may be wrong with a store; the messages that come all the same, and what is said of the others. */
const faults: readonly (readonly [string, string, () => void, (all: number) => number, string | null])[] = [
  [
    'a half-written last line of beads',
    'gastown',
    () => cut('.beads/issues.jsonl'),
    (all: number) => all - 1,
    'it is not JSON',
  ],
  [
    'a half-written last line of HAAK',
    'haak',
    () => cut('data/agent-mailbox.jsonl'),
    (all: number) => all - 1,
    'it is not JSON',
  ],
  [
    'a half-written last event of a ledger',
    'cccc-ledger',
    () => cut('.cccc/groups/g_one/ledger.jsonl'),
    (all: number) => all,
    'it is not JSON',
  ],
  [
    'a compressed segment of a ledger',
    'cccc-ledger',
    () =>
      renameSync(
        file('.cccc/groups/g_one/state/ledger/segments/ledger.2026.000001.jsonl'),
        file('.cccc/groups/g_one/state/ledger/segments/ledger.2026.000001.jsonl.gz'),
      ),
    (all: number) => all - 2,
    'it is compressed',
  ],
  [
    'a half-written inbox of CCCC',
    'cccc',
    () => cut('.cccc/mailbox/peera/inbox.json'),
    (all: number) => all - 4,
    'it is not JSON',
  ],
  [
    'a half-written message of ADR-003',
    'adr003',
    () => cut('workspace/mailboxes/bob/inbox/MSG-0.json'),
    (all: number) => all - 1,
    'it is not JSON',
  ],
  [
    'a half-written inbox of a team',
    'claude-teams',
    () => cut('.claude/teams/team-0/inboxes/bob.json'),
    (all: number) => all - 5,
    'it is not JSON',
  ],
  [
    'a database that its program keeps locked',
    'hcom',
    () =>
      openAt(events).exec(
        "PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE; DELETE FROM events WHERE type = 'message'",
      ),
    (all: number) => all,
    null,
  ],
  [
    'a log that nobody has written back',
    'hcom',
    () =>
      openAt(events).exec(
        'PRAGMA wal_autocheckpoint=0; INSERT INTO events (timestamp, type, instance, data) SELECT timestamp, type, instance, data FROM events WHERE id = 1',
      ),
    (all: number) => all + 1,
    null,
  ],
  [
    'a database of a newer version',
    'hcom',
    () => openAt(events).exec('PRAGMA user_version = 19; ALTER TABLE events ADD COLUMN more TEXT'),
    (all: number) => all,
    'its schema is 19; of hcom, 18 is the newest',
  ],
  [
    'a database of another form',
    'agent-mail',
    () => openAt(mails).exec('ALTER TABLE messages RENAME COLUMN body_md TO body'),
    () => 2,
    'its table messages has no body_md',
  ],
  [
    'a view in the place of a table',
    'agent-mail',
    () =>
      openAt(mails).exec('ALTER TABLE messages RENAME TO kept; CREATE VIEW messages AS SELECT * FROM kept'),
    () => 2,
    'it has no table messages',
  ],
  [
    'a database that is cut off',
    'hcom',
    () => truncateSync(file(events), 4096),
    (all: number) => all / 2,
    'hcom.db is damaged',
  ],
  [
    'a database with damaged pages',
    'agent-mail',
    () => overwrite(mails, 4096, 'damaged!'),
    () => 2,
    'storage.sqlite3 is damaged',
  ],
  [
    'a file that is no database',
    'hcom',
    () => put(folder, events, 'this is no database, and long enough to be looked at: '.repeat(40)),
    (all: number) => all / 2,
    'hcom.db is no SQLite database',
  ],
  [
    'a collation that only its own program has',
    'hcom',
    () => {
      const database = openAt(events)
      database.exec('CREATE TABLE more (name TEXT COLLATE BINARY, last_event_id); DROP TABLE instances')
      database.exec('ALTER TABLE more RENAME TO instances')
      database.close()
      writeFileSync(
        file(events),
        readFileSync(file(events), 'latin1').replaceAll('BINARY', 'ICU_DE'),
        'latin1',
      )
    },
    (all: number) => all / 2,
    'hcom.db cannot be read: no such collation sequence: ICU_DE',
  ],
  [
    'an unfinished change in a database that may only be read',
    'hcom',
    () => {
      const database = openAt(events)
      database.exec(
        "PRAGMA journal_mode=DELETE; PRAGMA cache_size=1; BEGIN; UPDATE events SET data = data || ' '",
      )
      for (const end of ['', '-journal']) copyFileSync(file(events) + end, file(`left${end}`))
      database.close()
      for (const end of ['', '-journal']) {
        renameSync(file(`left${end}`), file(events) + end)
        chmodSync(file(events) + end, 0o444)
      }
    },
    (all: number) => all,
    null,
  ],
  [
    'a database of something else',
    'hcom',
    () => openAt(events).exec('DROP TABLE events; DROP TABLE instances'),
    (all: number) => all / 2,
    'hcom.db is no database of hcom',
  ],
  [
    'files that agents hold',
    'agent-mail',
    () =>
      openAt(mails).exec(
        "INSERT INTO file_reservations VALUES (1, 1, 1, 'src/**', 1, '', '2026-10-01', '2999-01-01', NULL), (2, 1, 1, 'b', 1, '', 0, 32472144000000000, NULL), (3, 1, 1, 'c', 1, '', 0, 5, NULL)",
      ),
    (all: number) => all,
    '2 file reservations still count there',
  ],
]

test.each(faults)(
  '%s (%s): the rest is taken, and what is wrong is said',
  async (_name, format, harm, left, why) => {
    const all = small(format)
    harm()
    const before = state()
    const value = await room.person.adopt({ folders: [folder], yes: true })
    expect((await here(format, true)).length).toBe(left(all))
    if (why === null) expect(value.skipped).toEqual([])
    else expect(value.skipped.map((one) => one.why)).toContainEqual(expect.stringContaining(why))
    expect(value.differences).toEqual([])
    expect(state()).toEqual(before)
  },
)

test('a bad time of one cursor takes nothing from the other actors', async () => {
  const there = foreignSystems.find(({ format }) => format === 'cccc-ledger')?.make(folder, 200) ?? []
  const path = '.cccc/groups/g_one/state/read_cursors.json'
  const { cursors } = JSON.parse(readFileSync(file(path), 'utf8'))
  put(folder, path, { cursors: { cy: { event_id: '', updated_at: 'soon' }, ...cursors } })
  const { skipped } = await room.person.adopt({ folders: [folder], yes: true })
  expect(skipped).toMatchObject([{ where: expect.stringContaining('read_cursors.json cy') }])
  expect((await here('cccc-ledger', true)).toSorted(byTime)).toEqual(there.toSorted(byTime))
})

test('a request of Agent Mail that was acknowledged is done; the others are owed', async () => {
  small('agent-mail')
  openAt(mails).exec(`UPDATE messages SET ack_required = 1;
    UPDATE message_recipients SET read_ts = NULL, ack_ts = NULL;
    UPDATE message_recipients SET ack_ts = '2026-10-02 00:00:00' WHERE message_id = 1`)
  await room.person.adopt({ folders: [folder], yes: true })
  const all = await here('agent-mail', true)
  const states = (isFirst: boolean) =>
    all
      .filter(({ id }) => id.startsWith('api/1-') === isFirst)
      .flatMap(({ copies }) => Object.values(copies).map(({ status }) => status))
  expect(new Set(states(true))).toEqual(new Set(['completed']))
  expect(new Set(states(false))).toEqual(new Set(['unread']))
})

test('numbers of Agent Mail that begin anew name other messages', async () => {
  const all = small('agent-mail')
  await room.person.adopt({ folders: [folder], yes: true })
  openAt(mails).exec("UPDATE messages SET created_ts = datetime(created_ts, '+1 day'), subject = 'Anew'")
  const { stores, differences } = await room.person.adopt({ folders: [file(mails)], yes: true })
  expect(differences).toEqual([])
  expect(stores).toMatchObject([{ messages: all, known: 0 }])
  expect((await here('agent-mail', true)).length).toBe(2 * all)
})

const isRoot = process.getuid?.() === 0

test.skipIf(isRoot)('a file that may not be read: the rest is taken, and the file is named', async () => {
  const all = small('claude-teams')
  chmodSync(file('.claude/teams/team-0/inboxes/bob.json'), 0)
  const { skipped } = await room.person.adopt({ folders: [folder], yes: true })
  expect(skipped).toMatchObject([
    { where: 'team-0/inboxes/bob.json', why: expect.stringMatching(/^it cannot be read: EACCES/u) },
  ])
  expect((await here('claude-teams', false)).length).toBe(all - 5)
})

/** What may be in the place of a store. */
const oddPlaces: readonly (readonly [string, () => void])[] = [
  ['a link to nothing', () => symlinkSync('nowhere', file('.hcom'))],
  ['a link to itself', () => symlinkSync('.hcom', file('.hcom'))],
  ['a file in the place of a folder', () => put(folder, 'gt', 'no folder')],
  ['a file in the place of a folder above others', () => put(folder, '.cccc', 'no folder')],
]

test.each(oddPlaces)('%s ends nothing', async (_name, make) => {
  const all = small('agent-mail')
  make()
  const { skipped } = await room.person.adopt({ folders: [folder], yes: true })
  expect(skipped).toEqual([])
  expect((await here('agent-mail', true)).length).toBe(all)
})

test('a store may be named by its file, and stands for nothing beside it', async () => {
  small('agent-mail')
  put(folder, 'mcp_agent_mail/agent-mailbox.jsonl', '')
  const { stores } = await room.person.adopt({ folders: [file(mails)] })
  expect(stores.map(({ format }) => format)).toEqual(['agent-mail'])
})

test('a pipe is no store', async () => {
  execFileSync('mkfifo', [file('pipe')])
  await expect(room.person.adopt({ folders: [file('pipe')] })).rejects.toMatchObject({ code: 'usage' })
})

test('mail that is missing here, and copies in another state, are differences', async () => {
  small('agent-mail')
  small('haak')
  await room.person.adopt({ folders: [folder], yes: true })
  const [before] = (await room.person.adopt({ folders: [folder], yes: true })).differences
  expect(before).toBeUndefined()
  const { compare } = await import('../../src/services/exchange/adopt/compare.ts')
  const { findStores } = await import('../../src/services/exchange/adopt/find.ts')
  const context = contextOf(room.store, unlisted('keyboard', null, 'user', room.now), {
    folders,
    now: () => room.now,
  })
  const stores = await findStores(context, [folder])
  const database = openAt(mails)
  database.exec(`UPDATE message_recipients SET read_ts = '2026-10-02 00:00:00' WHERE message_id = 3;
    INSERT INTO messages SELECT 900, project_id, sender_id, NULL, NULL, 'New', 'New', 'low', 0, created_ts, '[]' FROM messages WHERE id = 1;
    INSERT INTO message_recipients VALUES (900, 2, 'to', NULL, NULL)`)
  const path = 'data/agent-mailbox.jsonl'
  put(folder, path, readFileSync(file(path), 'utf8').replace('"timestamp":"2026', '"timestamp":"2025'))
  const whole = stores.filter(({ path: at }) => !at.endsWith('_repo'))
  const compared = await Promise.all(whole.map((store) => compare(context, store, true)))
  const differences = compared.flatMap((one) => one.differences)
  expect(differences.map(({ mailbox, what, count }) => `${mailbox} ${what} ${count}`).toSorted()).toEqual([
    'api/cy behind 1',
    'null missing 1',
    'null sent 1',
  ])
})

test('a ledger is followed by sync: new mail comes, and what was read there', async () => {
  const group = '.cccc/groups/g_one'
  small('cccc-ledger')
  const stop = new AbortController()
  const ended = (async () => {
    for await (const _ of room.person.sync({ path: file(group), format: 'cccc-ledger' }, stop.signal));
  })()
  const copies = async () =>
    new Map((await here('cccc-ledger', true)).map(({ id, copies: own }) => [id, own['g_one/bob']?.status]))
  await soon(async () => expect((await copies()).size).toBe(10))
  const event = (id: string, kind: string, by: string, data: object) =>
    appendFileSync(
      file(`${group}/ledger.jsonl`),
      `${JSON.stringify({ v: 1, id, ts: '2026-10-02T00:00:00Z', kind, group_id: 'g_one', by, data })}\n`,
    )
  event('new', 'chat.message', 'ada', { text: 'New', to: ['bob'], message_mode: 'mail' })
  await soon(async () => expect((await copies()).get('new')).toBe('unread'))
  event('seen', 'mail.read', 'bob', { actor_id: 'bob', event_id: 'new' })
  await soon(async () => expect([...(await copies()).values()]).not.toContain('unread'))
  stop.abort()
  await ended
})

test.each(['agent-mail', 'hcom'] as const)(
  'sync does not follow a database of %s, and says what to do',
  async (format) => {
    small(format)
    const path = file(format === 'hcom' ? '.hcom' : 'mcp_agent_mail')
    const round = room.person.sync({ path, format, once: true }, new AbortController().signal)
    await expect(round[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'usage',
      hint: 'Use import or adopt. They are safe to repeat.',
    })
  },
)
