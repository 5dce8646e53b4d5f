import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAgents } from './bench/agents.ts'
import { benchBatch } from './bench/batches.ts'
import { benchBroadcast } from './bench/broadcast.ts'
import { type Answers, benchCalls, benchFleet, rowsOf } from './bench/calls.ts'
import { benchCommands, type Programs } from './bench/commands.ts'
import { benchBoard } from './bench/fleet-board.ts'
import { benchImport } from './bench/imports.ts'
import type { Figure } from './bench/measure.ts'
import { benchPatrol } from './bench/patrols.ts'
import { benchTable, writeBlock } from './bench/report.ts'
import { benchScreen } from './bench/screen.ts'
import { benchSends } from './bench/sends.ts'
import { benchServing } from './bench/serving.ts'
import { makeWorld } from './bench/world.ts'

const program = process.env['WATCHPOST_PROGRAM'] ?? 'dist/watchpost.js'
const quick = process.argv.includes('--quick')
const sizes = quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]
const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'))

/** `npm run bench`: everything measured in one run; --quick leaves a million messages out, --write updates docs/measured.md. */
async function bench(): Promise<readonly Figure[]> {
  const emptyScript = join(folder, 'empty.cjs')
  writeFileSync(emptyScript, '')
  const programs = { program, emptyScript }
  say('sends')
  const sends = [...(await benchSends(folder)), ...(await benchBroadcast(folder))]
  say('a batch')
  sends.push(...(await benchBatch(folder, programs)))
  say('agents')
  const agents = await benchAgents(folder, programs)
  say('an import')
  const imports = await benchImport(folder)
  say('the MAIL server')
  const serving = await benchServing(folder, programs)
  say('a fleet')
  const fleet = await benchFleet(join(folder, 'fleet'))
  say('its board on the screen')
  const board = await benchBoard(join(folder, 'fleet'), programs)
  const commands: Figure[] = []
  const answers: Answers[] = []
  const screen: Figure[] = []
  const patrols: Figure[] = []
  for (const size of sizes) {
    const told = await benchSize(size, programs)
    answers.push(told.answers)
    commands.push(...told.commands)
    screen.push(...told.screen)
    patrols.push(...told.patrols)
  }
  return [
    ...commands,
    ...screen,
    ...board,
    ...sends,
    ...imports,
    ...agents,
    ...serving,
    ...patrols,
    ...fleet,
    ...rowsOf(answers),
  ]
}

async function benchSize(size: number, programs: Programs) {
  const location = join(folder, `store-${size}`)
  const largest = size === sizes.at(-1)
  say(`${size.toLocaleString('en')} messages: filling, indexing`)
  const indexed = await makeWorld(location, size)
  say('calls')
  const answers = await benchCalls(location, size, indexed)
  say('whole processes')
  const commands = size === sizes[0] || largest ? benchCommands(location, size, programs) : []
  if (largest) say('the screen')
  const screen = largest ? await benchScreen(location, size, programs) : []
  if (largest) say('a patrol')
  const patrols = largest ? await benchPatrol(location, size) : []
  rmSync(location, { recursive: true, force: true })
  return { answers, commands, screen, patrols }
}

function say(what: string): void {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${what}\n`)
}

try {
  const table = benchTable(await bench())
  console.log(table)
  if (process.argv.includes('--write')) writeBlock('docs/measured.md', 'bench', table)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
