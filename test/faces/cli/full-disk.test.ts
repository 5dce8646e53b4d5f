import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { examineStore } from '../../../store/sqlite/doctor/doctor.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { plantOldStore } from '../../support/old-store.ts'

const mounted = (folder: string, size: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0

/** Only root may mount, and not in every container. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-mount-'))
  const can = mounted(folder, '64k')
  if (can) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return can
}

describe.runIf(canMount())('a disk that is really full', () => {
  let desk: Desk
  let disk: string
  let store: string
  beforeEach(() => {
    desk = openDesk()
    disk = join(desk.folder, 'disk')
    mkdirSync(disk)
    if (!mounted(disk, '5m')) throw new Error('no mount')
    store = join(disk, 'store')
    const lines = ['alice', 'bob'].map((agent) => ({ command: 'agents register', input: { agent } }))
    desk.run(['init', '--store', store])
    desk.run(['batch', '--store', store], {
      input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
  })
  afterEach(() => {
    spawnSync('umount', ['-l', disk])
    desk.close()
  })

  const free = () => {
    const { bavail, bsize } = statfsSync(disk)
    return Number(bavail) * Number(bsize)
  }
  const fill = (leave: number) => {
    if (free() > leave) writeFileSync(join(disk, `filler${Math.random()}`), Buffer.alloc(free() - leave))
  }
  const empty = () => {
    for (const name of readdirSync(disk).filter((one) => one.startsWith('filler'))) rmSync(join(disk, name))
  }
  const run = (...words: readonly string[]) => desk.run([...words, '--store', store])
  const subjects = () =>
    JSON.parse(run('inbox', '--as', 'bob', '--json').out).messages.map(
      ({ subject }: { subject: string }) => subject,
    )

  test.each([0, 4096, 16_384, 65_536])('a send with %i bytes left stores all of it or nothing', (left) => {
    fill(left)
    const { code, err } = run('send', 'bob', '-s', 'big', '-b', 'x'.repeat(100_000), '--as', 'alice')
    expect([code, err]).toEqual([
      5,
      expect.stringMatching(/The disk that holds .+ is full; nothing was stored/u),
    ])
    empty()
    expect(subjects()).toEqual([])
    expect(run('send', 'bob', '-s', 'after', '--as', 'alice').code).toBe(0)
    expect(subjects()).toEqual(['after'])
    expect(run('doctor').code).toBe(0)
  })

  test('a body that lies in a file of its own leaves nothing half written', () => {
    fill(200_000)
    const sent = desk.run(['send', 'bob', '-s', 'big', '-b', '-', '--as', 'alice', '--store', store], {
      input: 'y'.repeat(400_000),
    })
    expect([sent.code, sent.err]).toEqual([5, expect.stringContaining('is full; nothing was stored')])
    empty()
    expect(subjects()).toEqual([])
    expect(run('doctor').code).toBe(0)
  })

  test('what was read before is still read where nothing can be written', () => {
    run('send', 'bob', '-s', 'before', '--as', 'alice')
    fill(0)
    expect(subjects()).toEqual(['before'])
  })

  test('a store that was left closed says why it cannot be opened', () => {
    const database = new Database(join(store, 'mail.db'))
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    for (const end of ['-wal', '-shm']) rmSync(join(store, `mail.db${end}`), { force: true })
    fill(0)
    for (const words of [['inbox'], ['send', 'bob', '-s', 'S'], ['init']]) {
      const { code, err } = run(...words)
      expect([words[0], code, err]).toEqual([words[0], 5, expect.stringMatching(/disk .+ is full/u)])
    }
    expect(JSON.parse(run('doctor', '--json').out).findings).toHaveLength(1)
  })

  test('an older store whose copy finds no room is not upgraded, and is once there is', () => {
    const old = join(disk, 'old')
    mkdirSync(old)
    plantOldStore(old, 14)
    const before = readFileSync(join(old, 'mail.db'))
    const list = () => desk.run(['agents', 'list', '--store', old])
    // Room for the log, and for a part of the copy.
    fill(before.length / 2 + 100_000)
    const { code, err } = list()
    expect([code, err]).toEqual([5, expect.stringMatching(/was not upgraded from schema 14 to .+ is full/u)])
    expect(err).toMatch(/Free 1 MB in .+, then try again\. Nothing in the store was changed/u)
    expect(readFileSync(join(old, 'mail.db')).equals(before)).toBe(true)
    expect(readdirSync(old).filter((name) => name.includes('schema'))).toEqual([])
    empty()
    const upgraded = list()
    expect([upgraded.code, upgraded.err]).toEqual([
      0,
      expect.stringMatching(/^Upgraded the store at .+\.backup keeps it as it was\. To go back, .+\n$/u),
    ])
    expect(list().err).toBe('')
  })

  test('doctor reports it once, with what to do', () => {
    fill(0)
    const { code, out, err } = run('doctor', '--json')
    expect([code, err]).toEqual([6, ''])
    expect(JSON.parse(out).findings).toMatchObject([
      {
        finding: 'disk-full',
        severity: 'damage',
        why: expect.stringContaining('left'),
        mend: expect.any(String),
      },
    ])
    empty()
  })
})

test('a disk with room is no finding', () => {
  const desk = openDesk()
  expect(examineStore(desk.store, { repair: false, now: Date.now() })).toEqual([])
  desk.close()
})
