import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openBatch } from '../../../test/support/batch.ts'
import type { Programs } from './commands.ts'
import { atMost, bareEnvironment, type Figure, median, ratios, timeProcesses, whole } from './measure.ts'
import { firstAgent, makeStore, makeWorld, openFor, secondAgent } from './world.ts'

const runs = 21
const messages = 100_000
const burst = 60_000
const body = 'a merge of the schema that agents write about '.repeat(11)

/** Whole processes that start seldom, or that have much to look at, against an empty script. */
export async function benchStarts(folder: string, programs: Programs): Promise<readonly Figure[]> {
  const location = join(folder, 'starts')
  await makeWorld(location, messages)
  const busy = join(folder, 'burst')
  return [
    againstNothing('`--help`', ['--help'], 1.8, programs),
    againstNothing('`search` for two words', searchIn(location, firstAgent), 1.7, programs),
    await benchHook(location, programs),
    await benchBurst(busy, programs),
  ]
}

const searchIn = (location: string, as: string) => [
  'search',
  'body',
  'agents',
  '--store',
  location,
  '--as',
  as,
]

function againstNothing(
  what: string,
  args: readonly string[],
  limit: number,
  { program, emptyScript }: Programs,
): Figure {
  const [, ratio = Number.NaN] = ratios(timeProcesses([[emptyScript], [program, ...args]], runs))
  return rowOf(what, ratio, limit)
}

function rowOf(what: string, ratio: number, limit: number): Figure {
  return atMost(`${what} as a whole process, of an empty script`, ratio, limit, (value) =>
    value === limit ? `${value.toFixed(1)}×` : `${value.toFixed(2)}×`,
  )
}

/** A coding agent's hook before a prompt, each time with three new messages for it. */
async function benchHook(location: string, { program, emptyScript }: Programs): Promise<Figure> {
  const env = { ...bareEnvironment(), WATCHPOST_STORE: location, WATCHPOST_AGENT: 'hooked' }
  await makeStore(location, 'hooked')
  const { mailbox, close } = await openFor(location, firstAgent)
  const input = JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 'bench', prompt: 'x' })
  const time = (...args: readonly string[]): number => {
    const start = process.hrtime.bigint()
    const { status, stdout } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
    if (status !== 0 || (args.length > 1 && !stdout.includes('subject 2')))
      throw new Error(`A hook said ${stdout}`)
    return Number(process.hrtime.bigint() - start) / 1e6
  }
  const [bare, hook]: [number[], number[]] = [[], []]
  for (let run = -2; run < runs; run += 1) {
    for (let at = 0; at < 3; at += 1) await mailbox.send({ to: ['hooked'], subject: `subject ${at}`, body })
    const took = [time(emptyScript), time(program, 'hook')] as const
    if (run < 0) continue
    bare.push(took[0])
    hook.push(took[1])
  }
  await close()
  return rowOf('`hook` with 3 messages', median(hook.map((own, at) => own / (bare[at] ?? Number.NaN))), 1.8)
}

/** A search at once after one `watchpost batch` sent much. */
async function benchBurst(location: string, programs: Programs): Promise<Figure> {
  await makeStore(location, firstAgent, secondAgent)
  const sender = openBatch(['--store', location, '--as', firstAgent], () => undefined, programs)
  sender.feed(
    Array.from({ length: burst }, (_, at) => ({
      command: 'send',
      input: { to: [secondAgent], subject: `Tests red on main ${at}`, body: `${body} ${at}` },
    })),
  )
  await sender.finish()
  const what = `\`search\` for two words at once after a \`batch\` of ${whole(burst)} sends,`
  return againstNothing(what, searchIn(location, secondAgent), 2, programs)
}
