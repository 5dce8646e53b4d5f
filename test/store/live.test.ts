import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeKinds } from '../../src/domain/change-kind.ts'
import type { Rung } from '../../store/sql/rung.ts'
import { openBell } from '../../store/sqlite/database/bell.ts'
import type { Connection } from '../../store/sqlite/database/connection.ts'
import { openMarks } from '../../store/sqlite/database/marks.ts'
import { openLive } from '../../store/sqlite/live/live.ts'
import { openWatch } from '../../store/sqlite/live/live-watch.ts'
import { openTextIndex } from '../../store/sqlite/search/text-index.ts'
import { tidyUp } from '../../store/sqlite/upkeep/tending.ts'
import { bundled } from '../support/bundled.ts'
import { makeFolder, openBare, plant } from '../support/store-bare.ts'

const writerProgram = await bundled('store-writer.ts')
let folder = makeFolder()
let connection: Connection
let live: ReturnType<typeof openLive>
let writer: ChildProcess | null = null
const never = new AbortController().signal

beforeEach(() => {
  folder = makeFolder()
  connection = openBare(folder.location)
  live = openLive(connection)
})
afterEach(() => {
  writer?.kill('SIGKILL')
  writer = null
  live.close()
  connection.database.close()
  folder.remove()
})

/** Whether a promise settles while nothing happens; long enough for any poll. */
async function staysOpen(promise: Promise<unknown>, most = 700): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), most)
  })
  const open = await Promise.race([promise.then(() => false), late])
  clearTimeout(timer)
  return open
}

async function startWriter(): Promise<(subject: string) => void> {
  const child = spawn(process.execPath, [writerProgram, folder.location], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  writer = child
  await once(child.stdout, 'data')
  return (subject) => void child.stdin.write(`${subject}\n`)
}

function replace(file: string): void {
  writeFileSync(`${file}.new`, '')
  renameSync(`${file}.new`, file)
}

describe('changed', () => {
  it('waits while nothing happens', async () => {
    expect(await staysOpen(live.changed(never))).toBe(true)
  })

  it('tells of another process', async () => {
    const write = await startWriter()
    for (const subject of ['one', 'two', 'three']) {
      const change = live.changed(never)
      write(subject)
      await change
      const row = connection.database.prepare('SELECT subject FROM messages ORDER BY id DESC').get()
      expect(row).toEqual({ subject })
    }
  })

  it('tells of what this process wrote, by this connection and by others', async () => {
    const change = live.changed(never)
    plant(connection, {})
    await change
    const other = openBare(folder.location)
    const next = live.changed(never)
    plant(other, {})
    await next
    other.database.close()
    expect(await staysOpen(live.changed(never))).toBe(true)
  })

  it.each(['the start', 'a later time'])(
    'waits for a file that others hold locked at %s, and misses nothing meanwhile',
    async (lockedAt) => {
      const [mine, theirs] = [new AbortController(), new AbortController()]
      await live.changed(AbortSignal.abort())
      const whileLocked: Connection = {
        ...connection,
        statement(sql) {
          if (isLocked) throw new Database.SqliteError('database is locked', 'SQLITE_BUSY')
          return connection.statement(sql)
        },
      }
      let isLocked = lockedAt === 'the start'
      const there = openLive(whileLocked)
      isLocked = true
      const [change, mail] = [there.changed(mine.signal), there.mail('anybody', theirs.signal)]
      plant(connection, {})
      expect(await staysOpen(Promise.race([change, mail]))).toBe(true)
      isLocked = false
      expect((await change).length).toBeGreaterThan(0)
      isLocked = true
      const last = there.changed(mine.signal)
      mine.abort()
      theirs.abort()
      expect(await last).toEqual(changeKinds)
      await mail
      there.close()
    },
  )

  it('misses nothing between two calls', async () => {
    plant(connection, {})
    await live.changed(never)
    plant(connection, {})
    await live.changed(never)
    expect(await staysOpen(live.changed(never), 50)).toBe(true)
  })

  it('tells each of its callers of each change', async () => {
    const [mine, theirs] = [new AbortController().signal, new AbortController().signal]
    const both = [live.changed(mine), live.changed(theirs)]
    plant(connection, {})
    await Promise.all(both)
    plant(connection, {})
    await live.changed(mine)
    await live.changed(theirs)
    expect(await staysOpen(live.changed(theirs), 50)).toBe(true)
  })

  it('says what a change altered, and passes over changes that alter nothing', async () => {
    const other = openBare(folder.location)
    const change = (rung: Rung) =>
      other.write(
        () => other.statement('UPDATE facts SET value = value').run(),
        () => rung,
      )
    const cases: readonly Rung[] = [['presence'], ['roster', 'log'], true, ['places']]
    for (const rung of cases) {
      const heard = live.changed(never)
      change(false)
      expect(await staysOpen(heard)).toBe(true)
      change(rung)
      expect(await heard).toEqual(rung === true ? changeKinds : rung)
    }
    const both = live.changed(never)
    other.gather()
    change(['tasks'])
    change(['mail'])
    other.commit()
    expect(await both).toEqual(['mail', 'tasks'])
    other.database.close()
  })

  it.each([
    ['by a program that marks nothing', () => undefined],
    [
      'by an earlier version, beside one that alters nothing',
      (other: Connection) => {
        writeFileSync(join(folder.location, 'bell'), '1')
        other.write(
          () => undefined,
          () => false,
        )
      },
    ],
    [
      'by one that died before it rang, beside one that alters nothing',
      (other: Connection) => {
        openMarks(folder.location).put(true)
        other.write(
          () => undefined,
          () => false,
        )
      },
    ],
    ['where the marks are gone', () => rmSync(join(folder.location, 'marks'))],
  ])('a change counts as one of every kind %s', async (_, beside) => {
    const other = openBare(folder.location)
    const heard = live.changed(never)
    expect(await staysOpen(heard)).toBe(true)
    other.database.exec("UPDATE facts SET value = value || ' '")
    beside(other)
    openBell(folder.location).ring()
    expect(await heard).toEqual(changeKinds)
    other.database.close()
  })

  it('hears of a write that bypassed the store', async () => {
    const change = live.changed(never)
    openBell(folder.location).ring()
    await change
  })

  it('ends when it is told to, at once and later', async () => {
    await live.changed(AbortSignal.abort())
    const stop = new AbortController()
    const change = live.changed(stop.signal)
    stop.abort()
    await change
  })

  it('ends when the store is closed', async () => {
    const change = live.changed(never)
    live.close()
    await change
  })

  it.each([
    ['removed', (bell: string) => rmSync(bell)],
    ['moved away', (bell: string) => renameSync(bell, `${bell}.old`)],
    ['replaced', replace],
  ])('goes on when the bell is %s', async (_, harm) => {
    const write = await startWriter()
    write('first')
    await live.changed(never)
    const change = live.changed(never)
    harm(join(folder.location, 'bell'))
    write('second')
    await change
    const next = live.changed(never)
    write('third')
    await next
  })
})

describe('watching', () => {
  it('polls where there is nothing to listen at, and listens once there is', async () => {
    const place = join(folder.location, 'later')
    let rings = 0
    const watch = openWatch(join(place, 'bell'), () => (rings += 1))
    watch.hold()
    await expect.poll(() => rings).toBeGreaterThan(2)
    mkdirSync(place)
    await expect.poll(() => existsSync(join(place, 'bell'))).toBe(true)
    watch.close()
  })

  it('shares one watcher among all who wait, and keeps none when nobody does', async () => {
    const watchers = () => process.getActiveResourcesInfo().filter((name) => /FSEvent/iu.test(name)).length
    const before = watchers()
    for (let round = 0; round < 5; round += 1) {
      const stops = Array.from({ length: 20 }, () => new AbortController())
      const all = stops.map((stop) => live.changed(stop.signal))
      expect(watchers()).toBe(before + 1)
      for (const stop of stops) stop.abort()
      await Promise.all(all)
    }
    await expect.poll(watchers).toBe(before)
  })
})

describe('tend', () => {
  it('indexes by slices and stops when little is left', async () => {
    for (let at = 0; at < 150; at += 1) plant(connection, { subject: `number ${at}` })
    const upto = () => connection.database.prepare('SELECT upto FROM text_state').pluck().get()
    expect(await live.tend()).toBe(true)
    expect(await live.tend()).toBe(false)
    expect(upto()).toBe(128)
    expect(await live.tend()).toBe(false)
    expect(upto()).toBe(128)
  })

  it('writes the log back into the store when nothing happens', async () => {
    for (let at = 0; at < 10; at += 1) plant(connection, { body: 'x'.repeat(50_000) })
    const size = () => statSync(join(folder.location, 'mail.db')).size
    const before = size()
    await live.tend()
    await live.tend()
    expect(size()).toBeGreaterThan(before)
    const [state] = connection.database.pragma('wal_checkpoint(NOOP)') as {
      log: number
      checkpointed: number
    }[]
    expect(state?.checkpointed).toBe(state?.log)
  })
})

describe('tidyUp', () => {
  it('waits for nobody who writes', () => {
    for (let at = 0; at < 600; at += 1) plant(connection, { subject: `number ${at}` })
    const other = openBare(folder.location)
    other.database.exec('BEGIN IMMEDIATE')
    const index = openTextIndex(connection)
    const start = performance.now()
    tidyUp(connection, 1_000, index)
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(index.upto()).toBe(0)
    other.database.exec('ROLLBACK')
    tidyUp(connection, 1_000, index)
    expect(index.behind()).toBeLessThan(256)
    other.database.close()
  })
})
