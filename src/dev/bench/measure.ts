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

/** Microseconds of one call, as the median of many. */
export async function timeCall(call: () => Promise<unknown>, runs: number): Promise<number> {
  const times: number[] = []
  for (let run = -Math.ceil(runs / 5); run < runs; run += 1) {
    const start = process.hrtime.bigint()
    await call()
    if (run >= 0) times.push(Number(process.hrtime.bigint() - start) / 1e3)
  }
  return median(times)
}

/** One row of README's table. */
export type Figure = { readonly what: string; readonly figure: string; readonly aim: string }
