import { spawnSync } from 'node:child_process'

/** The middle of the sorted values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The environment of a benchmark: bare, since some variables alone cost a start 38 ms. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env
  return { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(LANG && { LANG }), TERM: 'xterm-256color' }
}

/** Milliseconds that whole processes take, the commands in turn so that noise falls on all alike. */
export function timeProcesses(
  commands: readonly (readonly string[])[],
  runs: number,
): readonly (readonly number[])[] {
  const times: number[][] = commands.map(() => [])
  for (let run = -2; run < runs; run += 1) {
    for (const [at, args] of commands.entries()) {
      const start = process.hrtime.bigint()
      const { status, stderr } = spawnSync(process.execPath, args, {
        env: bareEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const took = Number(process.hrtime.bigint() - start) / 1e6
      if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
      if (run >= 0) times[at]?.push(took)
    }
  }
  return times
}

/** Medians of each command's ratio to the first, pair by pair. */
export function ratios(times: readonly (readonly number[])[]): readonly number[] {
  const [base = []] = times
  return times.map((own) => median(own.map((time, at) => time / (base[at] ?? Number.NaN))))
}

/** Microseconds of one call, as the median of many; a slow one is asked less often. */
export async function timeCall(call: () => Promise<unknown>, runs: number): Promise<number> {
  const times: number[] = []
  const enough = performance.now() + 1_500
  for (let run = -Math.ceil(runs / 5); run < runs; run += 1) {
    const start = process.hrtime.bigint()
    await call()
    if (run >= 0) times.push(Number(process.hrtime.bigint() - start) / 1e3)
    else if (performance.now() > enough) run = -1
    if (times.length >= 3 && performance.now() > enough) break
  }
  return median(times)
}

/** How many a second, as the median of some rounds; `each` answers how many it did. */
export async function rate(rounds: number, each: () => Promise<number>): Promise<number> {
  const rates: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const start = process.hrtime.bigint()
    const done = await each()
    if (round >= 0) rates.push(done / (Number(process.hrtime.bigint() - start) / 1e9))
  }
  return median(rates)
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Microseconds as people read them. */
export function duration(microseconds: number): string {
  if (microseconds < 1_000) return `${Math.round(microseconds)} µs`
  const milliseconds = microseconds / 1_000
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

/** One row of the table in docs/measured.md; `met` where there is an aim. */
export type Figure = {
  readonly what: string
  readonly figure: string
  readonly aim?: string
  readonly met?: boolean
}

export function atMost(what: string, value: number, limit: number, show: (value: number) => string): Figure {
  return { what, figure: show(value), aim: `≤ ${show(limit)}`, met: value <= limit }
}

export function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)))
}

type Rate = () => Promise<number>

type Beside = { readonly ratio: number; readonly figure: string }

/** Two rates measured in turn: the median of their ratios, and the figure that shows it; and the same of the first round, which warms up. */
export async function besideRaw(
  ours: Rate,
  raw: Rate,
  rounds: number,
): Promise<Beside & { readonly first: Beside }> {
  const first = [await ours(), await raw()] as const
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) pairs.push([await ours(), await raw()])
  return { ...besideOf(pairs), first: besideOf([first]) }
}

function besideOf(pairs: readonly (readonly [number, number])[]): Beside {
  const ratio = median(pairs.map(([own, bare]) => own / bare))
  const [own, bare] = [median(pairs.map(([own]) => own)), median(pairs.map(([, bare]) => bare))]
  return { ratio, figure: `${ratio.toFixed(2)}× (${whole(own)} of ${whole(bare)})` }
}
