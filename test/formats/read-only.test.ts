import { expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { FormatName, Found } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/registry.ts'

const ledgerAt = 'groups/g_1/ledger.jsonl'
const archiveAt = 'projects/api/messages/2026/10/a__b__1.md'

/** What another system might leave in a record, field by field. */
const hostile: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e300,
  9e15,
  '',
  ' ',
  'constructor',
  '__proto__',
  '\u0000\u001b[2J',
  '\ud800',
  'x'.repeat(5_000),
  [],
  [null],
  [[]],
  {},
  { to: 7 },
  [{ path: 7 }],
  ['a', 7],
]

const records: readonly (readonly [FormatName, string, Json])[] = [
  [
    'agent-mail',
    'storage.sqlite3',
    { type: 'agent', project: 'api', name: 'ada', lastActive: '2026-10-01 08:00:00', retired: null },
  ],
  [
    'agent-mail',
    'storage.sqlite3',
    {
      type: 'message',
      id: 1,
      project: 'api',
      sender: 'ada',
      senderProject: 'api',
      thread: '7',
      topic: null,
      subject: 'S',
      body: 'B',
      importance: 'high',
      ackRequired: 0,
      created: 1_790_846_580_000_000,
      attachments: '[]',
      to: [{ project: 'api', name: 'bob', kind: 'to', readAt: null, ackAt: null }],
    },
  ],
  ['agent-mail', 'storage.sqlite3', { type: 'reservations', held: 2 }],
  ['hcom', 'hcom.db', { type: 'agent', name: 'ada', cursor: 3, tag: 'dev', lastSeen: 1_790_846_580 }],
  ['hcom', 'hcom.db', { type: 'stopped', name: 'ada', data: '{"snapshot":{"last_event_id":3}}' }],
  [
    'hcom',
    'hcom.db',
    {
      type: 'message',
      id: 1,
      timestamp: '2026-10-01T08:00:00.123456+00:00',
      data: '{"from":"ada","text":"T","delivered_to":["bob"],"intent":"request"}',
    },
  ],
  ...['actor.add', 'actor.remove', 'chat.message', 'mail.read'].map((kind) => {
    const data = {
      actor: { id: 'ada' },
      actor_id: 'ada',
      event_id: 'e',
      text: 'T',
      to: ['bob'],
      message_mode: 'mail',
    }
    const event = { v: 1, id: 'e', ts: '2026-10-01T08:00:00Z', kind, group_id: 'g_1', by: 'bob', data }
    return ['cccc-ledger', ledgerAt, event] as const
  }),
  [
    'cccc-ledger',
    'groups/g_1/state/read_cursors.json',
    { schema: 1, cursors: { ada: { event_id: 'e', updated_at: '' } } },
  ],
]

async function read(name: FormatName, path: string, values: readonly Json[]): Promise<readonly Found[]> {
  const part = (await formats[name]()).partOf(path)
  if (part === null) throw new Error(path)
  const one = part.follows?.begin() ?? part.read
  // A file that is one text has no lines to name.
  const where = part.shape === 'text' ? path : `${path}:1`
  return values.flatMap((value) => one(value, where))
}

/** The record with each of its fields, and those within, replaced by something else. */
function* bent(record: Json): Generator<Json> {
  yield* hostile
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return
  for (const [name, value] of Object.entries(record)) {
    for (const other of hostile) yield { ...record, [name]: other }
    for (const inner of bent(value)) yield { ...record, [name]: inner }
    if (name === 'data' && typeof value === 'string')
      for (const inner of bent(JSON.parse(value) as Json)) yield { ...record, data: JSON.stringify(inner) }
  }
}

test.each(records)(
  'whatever a record of %s in %s holds, it is read or skipped',
  async (name, path, record) => {
    const whole = await read(name, path, [record])
    expect(whole.filter(({ type }) => type === 'skipped').length).toBe(
      path === 'storage.sqlite3' && whole[0]?.type === 'skipped' ? 1 : 0,
    )
    for (const found of await read(name, path, [...bent(record)])) {
      expect(found.where).toContain(path)
      if (found.type === 'parcel') {
        expect(Number.isNaN(new Date(found.parcel.sentAt).getTime())).toBe(false)
        expect([...found.parcel.to, found.parcel.from].every((one) => typeof one === 'string')).toBe(true)
      }
      if (found.type === 'agent' && found.agent.lastSeen !== null)
        expect(Number.isNaN(new Date(found.agent.lastSeen).getTime())).toBe(false)
    }
  },
)

const fields = { id: 7, from: 'ada', to: ['bob'], subject: 'S', created: '2026-10-01T08:00:00Z' }
test.each([
  ['a message', `---json\n${JSON.stringify(fields)}\n---\n\nBody\n`, 'parcel', undefined],
  [
    'one with other ends of lines',
    `---json\r\n${JSON.stringify(fields)}\r\n---\r\n\r\nBody\r\n`,
    'parcel',
    undefined,
  ],
  ['no fields', 'Body', 'skipped', 'it does not begin with the fields of a message'],
  [
    'fields that are cut off',
    '---json\n{"id": 7,\n---\n\nBody',
    'skipped',
    'it is not JSON: the fields of the message',
  ],
  ['no sender', '---json\n{"id": 7}\n---\n\nBody', 'skipped', 'from is missing, not a string'],
  ['no text at all', '', 'skipped', 'it does not begin with the fields of a message'],
])('a file of an archive with %s', async (_name, text, type, why) => {
  const [found] = await read('agent-mail', archiveAt, [text])
  expect(found).toMatchObject({
    type,
    ...(why === undefined
      ? { parcel: { id: `api/7-${Date.parse(fields.created)}`, body: 'Body' } }
      : { why }),
  })
})

test.each([
  [
    'cccc-ledger',
    ['groups/g_1/ledger.jsonl', 'g_1/ledger.jsonl', 'groups/x/state/read_cursors.json'],
    ['ledger.jsonl', 'notes/ledger.jsonl', 'groups/g_1/group.yaml'],
  ],
  [
    'agent-mail',
    ['storage.sqlite3', archiveAt, 'api/messages/2026/01/x.md'],
    ['storage.sqlite3-wal', 'README.md', 'projects/api/messages/threads/t.md'],
  ],
  ['hcom', ['hcom.db', 'archive/session-1/hcom.db'], ['hcom.db-wal', 'x/hcom.db', 'other.db']],
] as const)('%s has these files, and no others', async (name, own, others) => {
  const { partOf } = await formats[name]()
  expect(own.filter((path) => partOf(path) === null)).toEqual([])
  expect(others.filter((path) => partOf(path) !== null)).toEqual([])
})

test('a ledger: who was in the group then, a foreman, peers, and mail that an actor came too late for', async () => {
  const event = (id: string, kind: string, by: string, data: object) =>
    ({ v: 1, id, ts: '2026-10-01T08:00:00Z', kind, group_id: 'g_1', by, data }) as Json
  const add = (id: string) => event(`add-${id}`, 'actor.add', 'user', { actor: { id } })
  const mail = (id: string, by: string, to: readonly string[]) =>
    event(id, 'chat.message', by, { text: id, to, message_mode: 'mail' })
  const found = await read('cccc-ledger', ledgerAt, [
    add('a'),
    add('b'),
    add('c'),
    mail('to all', 'b', []),
    mail('to peers', 'user', ['@peers']),
    mail('to the foreman', 'user', ['@foreman']),
    event('x', 'actor.remove', 'user', { actor_id: 'a' }),
    mail('to the next foreman', 'user', ['@foreman']),
    add('b'),
    mail('to the user', 'b', ['@user']),
  ])
  const parcels = found.flatMap((one) => (one.type === 'parcel' ? [[one.parcel.id, ...one.parcel.to]] : []))
  expect(parcels).toEqual([
    ['to all', 'g_1/a', 'g_1/c'],
    ['to peers', 'g_1/b', 'g_1/c'],
    ['to the foreman', 'g_1/a'],
    ['to the next foreman', 'g_1/b'],
    ['to the user', 'user'],
  ])
  const marks = found.flatMap((one) =>
    one.type === 'mark' ? [[one.mark.id, one.mark.owner, one.mark.status]] : [],
  )
  expect(marks).toEqual([
    ['to peers', 'g_1/b', 'archived'],
    ['to the next foreman', 'g_1/b', 'archived'],
  ])
})
