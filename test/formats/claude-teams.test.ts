import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { claudeTeams } from '../../src/formats/claude-teams/claude-teams.ts'
import { scaled } from '../support/scale.ts'
import { readFiles } from './fixture.ts'

const entry = (more: object = {}) => ({
  from: 'team-lead',
  text: 'Look at the parser.\nThen report.',
  timestamp: '2026-11-22T10:00:00.123Z',
  read: false,
  ...more,
})
const parcelsOf = (path: string, entries: Json) => {
  const { parcels, skipped } = readFiles(claudeTeams, { [path]: entries })
  return { parcels: parcels.map(({ parcel }) => parcel), skipped }
}

test('an entry is a notification in a thread by teammate', () => {
  const more = { read: true, summary: 'Parser', color: 'blue', 'x-new': 7 }
  const { parcels, skipped } = parcelsOf('auth/inboxes/reader.json', [entry(), entry(more)])
  expect(skipped).toEqual([])
  // Equal but for its state: one message, as far as it has come.
  expect(parcels).toMatchObject([
    {
      from: 'team-lead.auth',
      to: ['reader.auth'],
      kind: 'notification',
      thread: 'auth/reader',
      subject: 'Look at the parser.',
      body: 'Look at the parser.\nThen report.',
      payload: null,
      sentAt: Date.parse('2026-11-22T10:00:00.123Z'),
      copies: [{ owner: 'reader.auth', status: 'read', readAt: null }],
    },
  ])
  const other = { ...more, text: 'Another' }
  expect(parcelsOf('auth/inboxes/reader.json', [entry(other)]).parcels).toMatchObject([
    { subject: 'Parser', meta: { 'claude-teams': { team: 'auth', color: 'blue', 'x-new': 7 } } },
  ])
})

test('mail to the lead is in the thread of the teammate who wrote it', () => {
  const { parcels } = parcelsOf('auth/inboxes/team-lead.json', [entry({ from: 'reader' })])
  expect(parcels).toMatchObject([{ from: 'reader.auth', to: ['team-lead.auth'], thread: 'auth/reader' }])
})

test('a notice of Claude Code is told by its type and kept whole', () => {
  const notice = { type: 'shutdown_request', requestId: 'r1', reason: 'All done' }
  const { parcels } = parcelsOf('auth/inboxes/reader.json', [entry({ text: JSON.stringify(notice) })])
  expect(parcels).toMatchObject([{ subject: 'shutdown request', body: 'All done', payload: notice }])
  const texts = ['{not JSON', '{"no":"type"}', '[1]']
  expect(
    parcelsOf(
      'auth/inboxes/reader.json',
      texts.map((text) => entry({ text })),
    ).parcels.map(({ body, payload }) => [body, payload]),
  ).toEqual(texts.map((text) => [text, null]))
})

test('malformed entries are skipped with their places, and the others are not', () => {
  const { parcels, skipped } = parcelsOf('auth/inboxes/reader.json', [
    7,
    entry({ from: '' }),
    entry(),
    entry({ text: 1 }),
    entry({ timestamp: 'soon' }),
  ] as Json)
  expect(parcels).toHaveLength(1)
  expect(skipped.map(({ where }) => where)).toEqual(
    [0, 1, 3, 4].map((at) => `auth/inboxes/reader.json[${at}]`),
  )
  expect(parcelsOf('auth/inboxes/reader.json', { entries: [] }).skipped).toMatchObject([
    { where: 'auth/inboxes/reader.json', why: 'it contains no list' },
  ])
})

test('only inboxes are read, and only where the team is known', () => {
  for (const path of [
    'auth/config.json',
    'auth/inboxes/x.json.lock',
    'auth/x.json',
    'x.json',
    'a/b/inboxes/x.json',
  ])
    expect(claudeTeams.partOf(path)).toBeNull()
  for (const path of ['a/inboxes/x.json', 'teams/a/inboxes/x.json', '.claude/teams/a/inboxes/x.json'])
    expect(claudeTeams.partOf(path)?.read([entry()], path)).toMatchObject([{ type: 'parcel' }])
  // The folder of one team puts its own name before these.
  expect(claudeTeams.partOf('inboxes/x.json')).toBeNull()
  expect(claudeTeams.partNamed('x.json').read([entry()], 'x')).toMatchObject([{ type: 'skipped' }])
  expect(claudeTeams.print).toHaveLength(0)
})

test('no names leave their words', () => {
  const { parcels } = parcelsOf('my team/inboxes/a@b.json', [entry({ from: 'role:x/..' })])
  expect(parcels).toMatchObject([{ from: 'role-x---.my-team', to: ['a-b.my-team'] }])
})

const endOf = claudeTeams.partOf('a/inboxes/x.json')?.endOf ?? (() => null)

test('of a list that is cut anywhere, exactly the whole entries at its end are found', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('x,{', '},{"', '[{"from":"y"},', '\\', '"', ',{ "a": [{"b": 1}] }]'),
  )
  const entries = fc.array(
    fc.record({ from: texts, text: texts, more: fc.array(fc.record({ text: texts }), { maxLength: 2 }) }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(entries, fc.constantFrom(undefined, 2), fc.nat(), (list, indent, at) => {
      const text = JSON.stringify(list, null, indent)
      const cut = 1 + (at % text.length)
      const found = endOf(text.slice(cut))
      if (found === null) return
      const end = JSON.parse(found) as readonly Json[]
      expect(end).toEqual(list.slice(list.length - end.length))
      expect(end.length).toBeLessThan(list.length)
    }),
    { numRuns: scaled(300, 10_000) },
  )
  const list = Array.from({ length: 9 }, (_, at) => entry({ text: `{"n":${at}},{"` }))
  const whole = JSON.stringify(list)
  expect(JSON.parse(endOf(whole.slice(whole.indexOf('"n\\":4') - 3)) ?? '')).toEqual(list.slice(5))
})
