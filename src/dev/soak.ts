import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programFile } from '../../test/support/batch.ts'
import { generator } from '../../test/support/scale.ts'
import { writeBlock } from './bench/report.ts'
import { makeStore, openAgents, persons } from './soak/cast.ts'
import { openClock } from './soak/clock.ts'
import { openDisk, ownDisk, withOwnDisk } from './soak/disk.ts'
import { openGrowth } from './soak/growth.ts'
import { awaited, judge } from './soak/judge.ts'
import { openKiller } from './soak/killer.ts'
import { openLedger } from './soak/ledger.ts'
import { type Options, readOptions } from './soak/options.ts'
import { openPatrols } from './soak/patrols.ts'
import { faultList, soakTable } from './soak/report.ts'
import { lookAtFirst, openScreens } from './soak/screens.ts'
import { openServing } from './soak/server.ts'
import { Stage } from './soak/stage.ts'

/** So long what was sent may take to be shown and answered once nobody is killed any more, ms. */
const patience = 300_000

/**
 * `npm run soak [-- --minutes N | --hours N] [--agents N] [--write]`: a swarm at work whose programs are killed at random,
 * whose clock steps and whose disk fills, against the ledger of its drivers. Exit code 1 where that finds a fault.
 */
async function soak(options: Options, home: string, ledger: string): Promise<number> {
  const disk = ownDisk()
  mkdirSync(join(home, 'home'), { recursive: true })
  const stage = new Stage({
    folder: join(home, 'home'),
    location: join(home, 'store'),
    program: programFile,
    options,
    ledger: openLedger(ledger),
    random: generator(options.seed),
  })
  stopsWhenTold(stage)
  const token = await makeStore(stage)
  openAgents(stage)
  openServing(stage, token)
  openScreens(stage)
  openPatrols(stage)
  openGrowth(stage)
  openKiller(stage)
  openClock(stage)
  if (disk === null) say('No small disk can be mounted here, so none is filled.')
  else openDisk(stage, disk)
  await untilOver(stage)
  await allShown(stage)
  await stage.close()
  await lookAtScreens(stage)
  const judged = judge(stage.ledger.read())
  const table = soakTable(judged, options, disk !== null)
  console.log(table)
  if (options.write) writeBlock('docs/proved.md', 'soak', table)
  if (judged.faults.length > 0) {
    console.error(faultList(judged))
    cpSync(stage.location, join(ledger, 'store'), { recursive: true })
    say(`The ledger is kept in ${ledger}, with the store`)
    return 1
  }
  if (options.keep === null) rmSync(ledger, { recursive: true, force: true })
  return 0
}

/** Told to stop, it waits for what is under way; told again, it kills all and judges what there is. */
function stopsWhenTold(stage: Stage): void {
  const stop = () => {
    if (stage.isEnding) stage.isOver = true
    stage.isEnding = true
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
}

async function untilOver(stage: Stage): Promise<void> {
  const begun = Date.now()
  let told = 0
  while (Date.now() < begun + stage.options.lasts && !stage.isEnding) {
    await stage.later(500)
    const minutes = Math.floor((Date.now() - begun) / 60_000)
    if (minutes < told + 5) continue
    told = minutes
    const { sent, shown, faults } = judge(stage.ledger.read())
    const hard = faults.filter(({ what }) => what !== 'lost' && what !== 'stranded')
    say(`${minutes} minutes: ${sent} sent, ${shown} shown, ${hard.length} faults`)
    for (const { what, detail } of hard.slice(0, 5)) say(`  ${what}: ${detail}`)
  }
  stage.isEnding = true
}

/** Nothing is awaited twice in a row: what was being sent at the first look is in the ledger at the second. */
async function allShown(stage: Stage): Promise<void> {
  const end = Date.now() + patience
  for (let quiet = 0; quiet < 2 && Date.now() < end && !stage.isOver; ) {
    quiet = awaited(stage.ledger.read()).length > 0 ? 0 : quiet + 1
    await stage.later(1_500)
  }
}

/** A screen that is opened now finds the newest message of its person. */
async function lookAtScreens(stage: Stage): Promise<void> {
  const pen = stage.ledger.pen('last-look')
  for (const person of persons(stage)) {
    const keys = stage.ledger
      .read()
      .flatMap((fact) => (fact.what === 'sent' && fact.to === person ? [fact] : []))
    const newest = keys.at(-1)?.key
    if (newest !== undefined && !(await lookAtFirst(stage, person, newest)))
      pen({ what: 'failed', name: `screen of ${person}`, said: `it does not find ${newest}`, at: Date.now() })
  }
}

function say(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

async function begin(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const disk = ownDisk()
  const folder = disk ?? mkdtempSync(join(tmpdir(), 'watchpost-soak-'))
  try {
    return (
      (disk === null ? withOwnDisk(folder, options.lasts) : null) ??
      (await soak(options, folder, ledgerIn(options)))
    )
  } finally {
    if (disk === null) rmSync(folder, { recursive: true, force: true })
  }
}

/** Beside the store, on the disk that is never full. */
function ledgerIn({ keep }: Options): string {
  return keep ?? mkdtempSync(join(tmpdir(), 'watchpost-soak-ledger-'))
}

process.exitCode = await begin()
