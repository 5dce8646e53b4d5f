import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAgents } from './bench/agents.ts'
import { benchBatch } from './bench/batches.ts'
import { benchBroadcast } from './bench/broadcast.ts'
import { type Answers, benchCalls, benchFleet, rowsOf } from './bench/calls.ts'
import { benchClaims, claimantMark, workAsClaimant } from './bench/claims.ts'
import { benchCommands, type Programs } from './bench/commands.ts'
import { benchBoard } from './bench/fleet-board.ts'
import { benchImport } from './bench/imports.ts'
import { benchInterswarm } from './bench/interswarm.ts'
import type { Figure } from './bench/measure.ts'
import { benchPatrol } from './bench/patrols.ts'
import { peerMark, workAsPeer } from './bench/peers/work.ts'
import { benchPeers } from './bench/peers.ts'
import { benchPostgres } from './bench/postgres.ts'
import { benchTable, writeBlock } from './bench/report.ts'
import { benchRosters } from './bench/rosters.ts'
import { benchRoundTrips } from './bench/round-trips.ts'
import { benchScale } from './bench/scale.ts'
import { benchScreen } from './bench/screen.ts'
import { benchSends } from './bench/sends.ts'
import { benchServing } from './bench/serving.ts'
import { benchSnapshot } from './bench/snapshot.ts'
import { benchStarts } from './bench/starts.ts'
import { benchStrangers } from './bench/strangers.ts'
import { makeWorld } from './bench/world.ts'

/** A process of its own beside the others that claim. */
const [mark, location = '', claimant = '', from = '', way = ''] = process.argv.slice(2)
if (mark === claimantMark) {
  await workAsClaimant(location, claimant, Number(from), way)
  process.exit()
}
if (mark === peerMark) {
  await workAsPeer(location)
  process.exit()
}

const program = process.env['WATCHPOST_PROGRAM'] ?? 'dist/watchpost.js'
const quick = process.argv.includes('--quick')
const sizes = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]
const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'))
const programs: Programs = { program, emptyScript: join(folder, 'empty.cjs') }

/** Parts of the bench by name, in the order of their work. `--only NAME` (again and again) measures just these. */
const parts = {
  sends: async () => [...(await benchSends(folder)), ...(await benchBroadcast(folder))],
  claims: () => benchClaims(folder),
  batch: () => benchBatch(folder, programs),
  agents: () => benchAgents(folder, programs),
  import: () => benchImport(folder),
  serving: async () => [
    ...(await benchServing(folder, programs)),
    ...(await benchStrangers(folder, programs)),
  ],
  interswarm: () => benchInterswarm(folder, programs),
  fleet: async () => [
    ...(await benchFleet(join(folder, 'fleet'))),
    ...(await benchBoard(join(folder, 'fleet'), programs)),
  ],
  postgres: () => benchPostgres(quick),
  roundTrips: () => benchRoundTrips(),
  starts: () => benchStarts(folder, programs),
  rosters: () => benchRosters(folder, programs),
  sizes: benchSizes,
} satisfies Record<string, () => Promise<readonly Figure[]>>

/** `npm run bench`: everything measured in one run; --quick leaves a million messages out, --write updates docs/measured.md; --peers compares with the peers instead, --scale measures how both stores grow, --snapshot what a transaction costs that stays open. */
async function bench(only: readonly string[]): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue
    say(name)
    figures.push(...(await measure()))
  }
  return figures
}

async function benchSizes(): Promise<readonly Figure[]> {
  const commands: Figure[] = []
  const answers: Answers[] = []
  const screen: Figure[] = []
  const patrols: Figure[] = []
  for (const size of sizes) {
    const told = await benchSize(size)
    answers.push(told.answers)
    commands.push(...told.commands)
    screen.push(...told.screen)
    patrols.push(...told.patrols)
  }
  return [...commands, ...screen, ...patrols, ...rowsOf(answers)]
}

async function benchSize(size: number) {
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

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean' },
    scale: { type: 'boolean', default: false },
    snapshot: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
async function measured(): Promise<{
  readonly block: string
  readonly path: string
  readonly table: string
}> {
  const path = 'docs/measured.md'
  if (values.peers) return { block: 'peers', path, table: await benchPeers(folder, programs) }
  if (values.scale)
    return { block: 'scale', path: 'docs/scale.md', table: await benchScale(folder, quick, say) }
  if (values.snapshot)
    return { block: 'snapshot', path: 'docs/scale.md', table: await benchSnapshot(say, quick) }
  return { block: 'bench', path, table: benchTable(await bench(values.only)) }
}
const unknown = values.only.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`Not a part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`)
if (values.write && values.only.length > 0) throw new Error('--write needs the whole bench.')
try {
  writeFileSync(programs.emptyScript, '')
  const { block, path, table } = await measured()
  console.log(table)
  if (values.write) writeBlock(path, block, table)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
