import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { worktreesOf } from '../../src/entry/worktrees-of.ts'
import type { ProcessDriver } from '../../src/services/process-driver.ts'
import { writtenInto } from '../../src/services/reservations/written-into.ts'
import { endSession } from '../../src/services/sessions/hear-of.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

const gone = new Set<string>()
const processes: ProcessDriver = {
  hasEnded: async (name) => gone.has(name),
  isAlive: async (name) => !gone.has(name),
  own: async () => 'p-own',
  harness: async () => null,
  harnessName: async () => null,
  harnessOf: async () => null,
}

let room: MailRoom
let folder: string
beforeEach(async () => {
  gone.clear()
  room = await openMailRoom()
  for (const agent of ['ana', 'bob']) await room.join(agent)
  await room.join('lea', { kind: 'user' })
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'watchpost-reserve-')))
  mkdirSync(join(folder, '.git'))
  mkdirSync(join(folder, 'src'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const within = (at = folder) => worktreesOf({ folder: () => at })
const box = (agent: string, more: object = {}) => room.as(agent, { worktrees: within(), processes, ...more })
const context = (agent: string, session: string | null = null) =>
  seat(room.store, agent, { session, processes, worktrees: within(), now: () => room.now })
const paths = async () =>
  (await (await box('lea')).reservations({})).reservations.map(({ agent, path }) => [agent, path])

test('a conflict names holder, path and end, and reserves nothing', async () => {
  await (await box('ana')).reserve({ paths: ['src'] })
  const refused = (await box('bob')).reserve({ paths: ['docs', 'src/a.ts'] })
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    message: `Nothing was reserved: src/** is reserved by ana until ${new Date(room.now + 30 * minute).toISOString()}.`,
  })
  expect(await paths()).toEqual([['ana', 'src/**']])
})

test('an agent cannot reserve everything; a person can', async () => {
  for (const all of ['**', '.', '../', '**/*']) {
    const at = all === '../' ? { worktrees: within(join(folder, 'src')) } : {}
    await expect((await box('ana', at)).reserve({ paths: [all] })).rejects.toMatchObject({
      code: 'not-allowed',
    })
  }
  const principal = { address: 'ana', kind: 'agent' } as const
  const acting = (await box('lea', { principal })).reserve({ paths: ['**'] })
  await expect(acting).rejects.toMatchObject({ code: 'not-allowed' })
  await (await box('lea')).reserve({ paths: ['.'] })
  expect(await paths()).toEqual([['lea', '**']])
})

test.each([
  [25 * hour, 'at most 24h'],
  [0, 'ends immediately'],
])('a lease of %d ms is refused', async (length, why) => {
  await expect((await box('ana')).reserve({ paths: ['a'], for: length })).rejects.toThrow(why)
})

test('a link is reserved, not what it leads to', async () => {
  symlinkSync('src', join(folder, 'link'))
  await (await box('ana')).reserve({ paths: ['link'] })
  await (await box('bob')).reserve({ paths: ['src'] })
  expect(await paths()).toEqual([
    ['ana', 'link'],
    ['bob', 'src/**'],
  ])
})

test('paths are those of the folder that they were written in', async () => {
  await (await box('ana', { worktrees: within(join(folder, 'src')) })).reserve({ paths: ['a.ts', '../b.ts'] })
  expect(await paths()).toEqual([
    ['ana', 'b.ts'],
    ['ana', 'src/a.ts'],
  ])
  const found = await (await box('lea')).reservations({ paths: ['src'] })
  expect(found.reservations.map(({ path }) => path)).toEqual(['src/a.ts'])
})

test.each([
  ['a folder that is not made yet', 'src/parser', 'src/parser/*.ts', false],
  ['a folder that is not made yet', 'src/parser', 'src/*/index.ts', false],
  ['a file that is not made yet', 'src/new.ts', 'src/*/index.ts', true],
  ['a file without an ending', 'LICENSE', '*/index.ts', true],
])('%s, %s, and %s: reserved beside it: %s', async (_, plain, pattern, isFree) => {
  writeFileSync(join(folder, 'LICENSE'), '')
  await (await box('ana')).reserve({ paths: [plain] })
  const later = (await box('bob')).reserve({ paths: [pattern] }).then(
    () => true,
    () => false,
  )
  expect(await later).toBe(isFree)
})

test('a folder is given back when it is gone', async () => {
  const ana = await box('ana')
  await ana.reserve({ paths: ['src'] })
  rmSync(join(folder, 'src'), { recursive: true })
  expect((await ana.unreserve({ paths: ['src'] })).reservations).toMatchObject([{ path: 'src/**' }])
  await expect(ana.unreserve({})).rejects.toMatchObject({ code: 'nothing' })
})

test.each<[string, () => Promise<unknown>]>([
  ['its time', async () => (room.now += 30 * minute)],
  ['its session', async () => endSession(await context('ana'), 'ana', 's1')],
  ['the process of its session', async () => gone.add('p1')],
  ['its agent, frozen', async () => (await box('lea')).freezeAgent({ agent: 'ana' })],
  ['its agent, retired', async () => (await box('lea')).retireAgent({ agent: 'ana' })],
])('a reservation ends with %s', async (_, end) => {
  await room.store.sessions.beat('ana', 's1', 'p1', room.now)
  await (await box('ana', { session: 's1' })).reserve({ paths: ['src/a.ts'] })
  await end()
  expect(await paths()).toEqual([])
  await (await box('bob')).reserve({ paths: ['src/a.ts'] })
  expect(await paths()).toEqual([['bob', 'src/a.ts']])
})

test('the end of a session leaves the reservations of others', async () => {
  await room.store.sessions.beat('ana', 's1', 'p1', room.now)
  await (await box('ana', { session: 's1' })).reserve({ paths: ['a'] })
  await (await box('ana', { session: 's2' })).reserve({ paths: ['b'] })
  await endSession(await context('ana'), 'ana', 's1')
  expect(await paths()).toEqual([['ana', 'b/**']])
})

test('worktrees of one repository share their claims; other repositories do not', async () => {
  const tree = join(folder, 'tree')
  mkdirSync(join(folder, '.git/worktrees/tree'), { recursive: true })
  mkdirSync(tree)
  writeFileSync(join(tree, '.git'), `gitdir: ${folder}/.git/worktrees/tree\n`)
  writeFileSync(join(folder, '.git/worktrees/tree/commondir'), '../..\n')
  writeFileSync(join(folder, '.git/worktrees/tree/gitdir'), `${tree}/.git\n`)
  await (await box('ana')).reserve({ paths: ['src/a.ts'] })
  const there = await box('bob', { worktrees: within(tree) })
  await expect(there.reserve({ paths: ['src/a.ts'] })).rejects.toMatchObject({ code: 'conflict' })
  const written = async (files: readonly string[]) =>
    (await writtenInto(await context('bob'), { files, folder })).map(({ file }) => file)
  expect(await written([join(tree, 'src/a.ts'), 'src/a.ts', '/elsewhere/src/a.ts'])).toEqual([
    'src/a.ts',
    'src/a.ts',
  ])
  const apart = join(folder, 'apart')
  mkdirSync(join(apart, '.git'), { recursive: true })
  await (await box('bob', { worktrees: within(apart) })).reserve({ paths: ['src/a.ts'] })
})

test('the page of an agent has what it reserved', async () => {
  await (await box('ana')).reserve({ paths: ['docs/a.md'], shared: true })
  await (await box('bob')).reserve({ paths: ['src'] })
  const { reservations } = await (await box('lea')).showAgent({ agent: 'ana' })
  expect(reservations).toMatchObject([{ path: 'docs/a.md', shared: true }])
})

test('the fleet counts what each agent reserved', async () => {
  await (await box('ana')).reserve({ paths: ['docs/a.md', 'src'] })
  const { fleet } = await (await box('lea')).fleet({})
  expect(fleet.map(({ agent, reserved }) => [agent, reserved])).toEqual(
    expect.arrayContaining([
      ['ana', 2],
      ['bob', 0],
    ]),
  )
})

test('an agent may write into its own and into what is shared', async () => {
  await (await box('ana')).reserve({ paths: ['src'] })
  await (await box('ana')).reserve({ paths: ['docs/'], shared: true })
  const written = async (agent: string) =>
    (await writtenInto(await context(agent), { files: ['src/a.ts', 'docs/b.md', 'x'], folder })).map(
      ({ file, agent: holder }) => [file, holder],
    )
  expect(await written('bob')).toEqual([['src/a.ts', 'ana']])
  expect(await written('ana')).toEqual([])
})

test('where there is no folder, paths cannot be reserved, and all are listed', async () => {
  await (await box('ana')).reserve({ paths: ['src'] })
  const remote = await room.as('bob')
  await expect(remote.reserve({ paths: ['a'] })).rejects.toMatchObject({ code: 'no-driver' })
  expect((await remote.reservations({})).reservations).toHaveLength(1)
})
