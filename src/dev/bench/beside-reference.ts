import type { ChildProcess } from 'node:child_process'
import { type Figure, median, whole } from './measure.ts'
import { type Reference, referencePython, referenceVariable, startReference } from './reference.ts'
import { ticksOf } from './seat.ts'
import type { Server } from './servers.ts'

const [rounds, tasks, warmUp, aim] = [4, 400, 400, 3]

type Ours = {
  readonly server: Server
  readonly helpers: readonly ChildProcess[]
  /** So many tasks by callers that stream. */
  readonly round: (url: string, count: number) => Promise<unknown>
}

/** One side: tasks a second of each round, and the processor time a task of all its processes, ms. */
type Side = { readonly rates: number[]; readonly costs: number[] }

/**
 * Our server and MAIL's reference in turns, so that the rest of the machine is the same for both; nothing where no reference is named.
 */
export async function besideReference({ server, helpers, round }: Ours): Promise<readonly Figure[]> {
  const python = referencePython()
  if (python === null) {
    process.stderr.write(
      `MAIL's reference is not measured: ${referenceVariable} names no Python that has it.\n`,
    )
    return []
  }
  const reference: Reference = await startReference(python)
  const sides = [
    { url: server.url, processes: [server.child, ...helpers], side: emptySide() },
    {
      url: reference.url,
      processes: [reference.server.child, reference.authentication.child],
      side: emptySide(),
    },
  ]
  try {
    for (const { url } of sides) await round(url, warmUp)
    for (let at = 0; at < rounds; at += 1)
      for (const { url, processes, side } of sides) await measure(() => round(url, tasks), processes, side)
  } finally {
    reference.stop()
  }
  const [ours, theirs] = sides.map(({ side }) => side)
  return ours === undefined || theirs === undefined ? [] : [figureOf(ours, theirs)]
}

function emptySide(): Side {
  return { rates: [], costs: [] }
}

async function measure(
  run: () => Promise<unknown>,
  processes: readonly ChildProcess[],
  { rates, costs }: Side,
): Promise<void> {
  const used = () => processes.reduce((sum, { pid }) => sum + ticksOf(pid ?? 0) * 10, 0)
  const [before, begun] = [used(), performance.now()]
  await run()
  rates.push((tasks * 1_000) / (performance.now() - begun))
  costs.push((used() - before) / tasks)
}

function figureOf(ours: Side, theirs: Side): Figure {
  const ratio = median(ours.rates.map((rate, at) => rate / (theirs.rates[at] ?? Number.NaN)))
  const cost = ({ costs }: Side) => median(costs).toFixed(1)
  return {
    what: `the same beside MAIL's reference server, in ${rounds} turns of ${tasks} tasks: tasks a second of ours / of the reference; processor time a task of each with its helpers`,
    figure: `${ratio.toFixed(1)}× (${whole(median(ours.rates))} / ${whole(median(theirs.rates))}; ${cost(ours)} / ${cost(theirs)} ms)`,
    aim: `≥ ${aim}×`,
    met: ratio >= aim,
  }
}
