import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { openMailbox } from '../../mailbox.ts'
import { agentName, fillStore } from './fill.ts'
import { type Figure, ratios, timeCall, timeProcesses } from './measure.ts'

const sizes = [1_000, 100_000, 1_000_000] as const

/** A mailbox's first page, a deep page, counts and search by the size of the store; whole commands by the same. */
export async function benchSizes(program: string, emptyScript: string): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'))
  try {
    const figures: Figure[] = []
    for (const size of sizes)
      figures.push(...(await benchSize(join(folder, String(size)), size, program, emptyScript)))
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchSize(
  location: string,
  size: number,
  program: string,
  emptyScript: string,
): Promise<readonly Figure[]> {
  const store = await openSqliteStore(location, { create: true, durability: 'normal' })
  await store.close()
  fillStore(location, { messages: size, agents: Math.min(200, size / 10) }, Date.now())
  const inside = await benchCalls(location, size)
  return size === 100_000 ? inside : [...inside, ...benchCommands(location, size, program, emptyScript)]
}

async function benchCalls(location: string, size: number): Promise<readonly Figure[]> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const actor = await store.roster.find(agentName(0))
  if (actor === null) throw new Error('The filled store has no first agent')
  while (await store.messages.index());
  const mailbox = openMailbox({
    store,
    actor,
    how: 'flag',
    principal: null,
    session: null,
    swarm: null,
    origin: null,
    command: null,
    now: () => Date.now(),
  })
  const calls: readonly [string, () => Promise<unknown>][] = [
    ['inbox, first 50', () => mailbox.inbox({})],
    ['count', () => mailbox.count({})],
    ['all agents, first 50', () => mailbox.inbox({ everyone: true })],
    ['search, newest 20', () => mailbox.search({ query: ['merge', 'schema'], limit: 20 })],
  ]
  const figures: Figure[] = []
  for (const [what, call] of calls)
    figures.push({
      what: `${what}, ${size.toLocaleString('en')} messages`,
      figure: `${Math.round(await timeCall(call, 60))} µs`,
      aim: '',
    })
  await store.close()
  return figures
}

function benchCommands(
  location: string,
  size: number,
  program: string,
  emptyScript: string,
): readonly Figure[] {
  const common = ['--store', location, '--as', agentName(0)]
  const times = timeProcesses(
    [
      [emptyScript],
      [program, 'inbox', '--json', ...common],
      [program, 'send', agentName(1), '-s', 'subject', '-b', 'body', '--json', ...common],
    ],
    25,
  )
  const [, inbox = 0, send = 0] = ratios(times)
  const row = (what: string, ratio: number): Figure => ({
    what: `${what} as a whole process, ${size.toLocaleString('en')} messages, against an empty script`,
    figure: `${ratio.toFixed(2)}×`,
    aim: '≤ 1.3×',
  })
  return [row('`inbox --json`', inbox), row('`send`', send)]
}
