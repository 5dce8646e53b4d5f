import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchLine, openBatch } from '../../../test/support/batch.ts'
import { animate } from './agents.ts'
import { hookedAgent } from './hooked-agents.ts'
import { runnerAgent } from './runners.ts'
import { personName } from './screens.ts'
import { boss } from './server.ts'
import type { Stage } from './stage.ts'
import { toolAgent } from './tool-agents.ts'
import { waitingAgent } from './waiting-agents.ts'

const ways = [
  ['hook', hookedAgent],
  ['wait', waitingAgent],
  ['run', runnerAgent],
  ['mcp', toolAgent],
] as const
/** One in so many letters goes to a person. */
const personEvery = 10

/** Makes the store for tests, and registers all. Answers a token for the callers. */
export async function makeStore(stage: Stage): Promise<string> {
  const running = { role: 'setup', name: 'setup' }
  const made = await stage.run(['init', '--test', '--swarm', 'soak', '--store', stage.location], running)
  if (made.code !== 0) throw new Error(made.err)
  // Its agents write to each other without a person, as fast as they can.
  writeFileSync(join(stage.location, 'config.yaml'), 'loop_cap: 0\nsender_cap: 0\n')
  await registered(stage, [
    ...names(stage).map((agent) => ({ agent })),
    ...persons(stage).map((agent) => ({ agent, kind: 'user' })),
    { agent: boss, canComplete: true },
  ])
  const created = await stage.run(['token', 'create', '--role', 'user', '--id', 'lea', '--json'], running)
  if (created.code !== 0) throw new Error(created.err)
  return (JSON.parse(created.out) as { readonly token: string }).token
}

async function registered(stage: Stage, agents: readonly object[]): Promise<void> {
  const lines: BatchLine[] = []
  const batch = openBatch([], (line) => lines.push(line), {
    program: stage.program,
    env: stage.environment(null),
  })
  batch.feed(agents.map((input) => ({ command: 'agents register', input })))
  await batch.finish()
  const failed = lines.find(({ ok }) => !ok)
  if (failed !== undefined) throw new Error(JSON.stringify(failed))
}

function names({ options }: Stage): readonly string[] {
  return Array.from({ length: options.agents }, (_, at) => `${ways[at % ways.length]?.[0]}-${at}`)
}

export function persons({ options }: Stage): readonly string[] {
  return Array.from({ length: options.screens }, (_, at) => personName(at))
}

/** All agents begin: as many by each way, each writing to all others, and now and then to a person. */
export function openAgents(stage: Stage): void {
  const all = names(stage)
  const people = persons(stage)
  const extra = Math.ceil(all.length / personEvery / Math.max(1, people.length))
  for (const [at, name] of all.entries()) {
    const [, open] = ways[at % ways.length] ?? ways[0]
    const others = all.filter((other) => other !== name)
    animate(stage, open(stage, name), [...others, ...Array.from({ length: extra }, () => people).flat()])
  }
}
