import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Driver } from './live/driver.ts'
import { drivers } from './live/drivers.ts'
import { play } from './live/play.ts'
import { installed, onPath } from './live/programs.ts'
import { keepRecordings } from './live/recordings.ts'
import { changedRows, type Row, rowOf, writeRows, writtenRows } from './live/report.ts'
import type { Room } from './live/room.ts'
import { scenes } from './live/scenes.ts'

const { values } = parseArgs({
  options: {
    install: { type: 'boolean', default: false },
    from: { type: 'string' },
    only: { type: 'string', multiple: true },
    scene: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})

const minute = 60_000
const limits = { scene: 2 * minute, end: Date.now() + 19 * minute }

/** What a failed scene leaves for whoever looks into it: what was printed, and what the model received. */
function keep(driver: Driver, scene: string, room: Room): void {
  if (values.keep === undefined) return
  const folder = join(values.keep, driver.program, scene)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'printed.txt'), room.printed())
  for (const [at, { body }] of room.stub.requests.entries())
    writeFileSync(join(folder, `request-${at + 1}.json`), body)
}

/** A program that asks for a newer Node than this one is left out, and what is known of it stays. */
function runsHere({ name, node = '0' }: Driver): boolean {
  const isNewEnough = process.versions.node.localeCompare(node, 'en', { numeric: true }) >= 0
  if (!isNewEnough) console.log(`${name} needs Node ${node}: left out`)
  return isNewEnough
}

/** Plays the scenes of one program; `null`, and a line, where the program itself cannot be had. */
async function tryDriver(driver: Driver, folder: string): Promise<readonly Row[] | null> {
  const found = values.install ? installed(driver, folder) : onPath(driver)
  if ('problem' in found) {
    console.log(`changed: ${driver.name} was not tried: ${found.problem}`)
    return null
  }
  const chosen = scenes.filter(({ name }) => values.scene?.includes(name) ?? true)
  const rows: Row[] = []
  const note = (row: Row): void => {
    rows.push(row)
    console.log(`${row[0]} ${row[1]}, ${row[3]}: ${row[4]}`)
  }
  const records = values.record ? mkdtempSync(join(folder, 'records-')) : null
  for (const scene of chosen) {
    const about = { driver, program: found.path, records, limits }
    const outcome = await play(scene, about, (room) => keep(driver, scene.name, room))
    note(rowOf(driver.name, found.version, outcome))
  }
  if (records !== null) console.log(`recorded: ${keepRecordings(driver, found.version, records).join(' ')}`)
  return rows
}

/** @throws Error for a name that nothing has, so that a slip of the pen is no success */
function expectKnown(names: readonly string[] = [], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; known are ${known.join(', ')}`)
}

/**
 * `npm run live [-- --install] [--only PROGRAM] [--scene NAME] [--write] [--record] [--keep FOLDER]`: plays scenes with real
 * coding agents, each in an empty home folder, whose model is a stub of ours. Programs come from PATH, or with `--install`
 * from the npm registry. The exit code is 0 if all that was tried passed.
 */
async function live(): Promise<number> {
  expectKnown(
    values.only,
    drivers.map(({ program }) => program),
  )
  expectKnown(
    values.scene,
    scenes.map(({ name }) => name),
  )
  const folder = values.from ?? mkdtempSync(join(tmpdir(), 'watchpost-live-'))
  const rows: Row[] = []
  let areAllThere = true
  try {
    for (const driver of drivers.filter(({ program }) => values.only?.includes(program) ?? true)) {
      const tried = runsHere(driver) ? await tryDriver(driver, folder) : []
      areAllThere &&= tried !== null
      rows.push(...(tried ?? []))
    }
  } finally {
    if (values.from === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const line of changedRows(rows, writtenRows())) console.log(line)
  const place = ([name, , , scene]: Row) =>
    drivers.findIndex((one) => one.name === name) * 1_000 + scenes.findIndex((one) => one.name === scene)
  if (values.write) writeRows(rows, place)
  // Without this line a run ended before its time.
  console.log(`tried: ${rows.length} scenes`)
  return areAllThere && rows.every(([, , , , result]) => !result.startsWith('failed')) ? 0 : 1
}

process.exitCode = await live()
