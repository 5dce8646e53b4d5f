import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownSession } from '../../src/domain/session.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { elsewhere, type Harness, seenFrom, startHarness } from '../support/processes.ts'

let room: MailRoom
let folder: string
const started: Harness[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-unhooked-'))
  room = await openMailRoom()
  await room.join('lead')
  await room.join('scout')
})
afterEach(async () => {
  for (const harness of started.splice(0)) await harness.kill()
  await room.close()
  rmSync(folder, { recursive: true })
})

/** A real process that is called as a coding agent is. */
const programOf = async (name: string) => {
  const script = join(folder, `${name}.js`)
  writeFileSync(script, 'setInterval(() => {}, 1000)')
  const one = await startHarness(script)
  started.push(one)
  return one
}
const unhooked = async () => {
  const box = await room.as('lead', { processes: seenFrom(null) })
  return (await box.attention({ why: 'unhooked' })).attention
}
const seen = (id: string, process: string) =>
  room.store.sessions.beat('scout', id, process, room.now, true).then(() => undefined)
/** What the hook at the start of a session does last. */
const hook = async (session: string, process: string) => {
  const box = await room.as('scout', { session, processes: seenFrom(process) })
  await box.beat({ session })
  await (await box.inject({})).settle()
}

test('a coding agent that only its tools and commands show has hooks that never ran', async () => {
  const codex = await programOf('codex')
  await seen(ownSession('mcp', 'scout', codex.name), codex.name)
  room.now += minute
  expect(await unhooked()).toEqual([])
  await seen('01a2', codex.name)
  room.now += 2 * minute
  expect(await unhooked()).toMatchObject([
    {
      agent: 'scout',
      reason: 'hooks of scout never ran: trust them with /hooks in Codex, then send a prompt',
      command: 'watchpost setup --check --as scout',
    },
  ])
  await hook('01a2', codex.name)
  expect(await unhooked()).toEqual([])
})

test('a session ends it, and so does the end of its process', async () => {
  const [claude, gemini] = [await programOf('claude'), await programOf('gemini')]
  await seen('s1', claude.name)
  room.now += 3 * minute
  expect(await unhooked()).toMatchObject([{ agent: 'scout', reason: 'hooks of scout never ran' }])
  await room.store.sessions.end('scout', 's1', room.now)
  expect(await unhooked()).toEqual([])
  await seen('s2', gemini.name)
  room.now += 3 * minute
  expect(await unhooked()).toHaveLength(1)
  await gemini.kill()
  expect(await unhooked()).toEqual([])
})

test('nothing is said of programs without hooks, of runners, and of other machines', async () => {
  const [amp, other, codex] = [await programOf('amp'), await programOf('script'), await programOf('codex')]
  await seen('s1', amp.name)
  await seen('s2', other.name)
  await seen('s3', elsewhere)
  await seen(ownSession('run', 'scout', codex.name), codex.name)
  room.now += 3 * minute
  expect(await unhooked()).toEqual([])
})

test('a session whose hooks run answers for an earlier one, as after `/clear`', async () => {
  const claude = await programOf('claude')
  await seen('s1', claude.name)
  await hook('s2', claude.name)
  room.now += 3 * minute
  expect(await unhooked()).toEqual([])
})
