import { atMost, type Figure, median, ratios, timeProcesses } from './measure.ts'
import { firstAgent, secondAgent } from './world.ts'

const runs = 31

export type Programs = { readonly program: string; readonly emptyScript: string }

/** Whole processes against an empty CommonJS script under bare node. */
export function benchCommands(
  location: string,
  size: number,
  { program, emptyScript }: Programs,
): readonly Figure[] {
  const common = ['--store', location, '--as', firstAgent]
  const times = timeProcesses(
    [
      [emptyScript],
      [program, 'inbox', '--json', ...common],
      [program, 'send', secondAgent, '-s', 'subject', '-b', 'body', '--json', ...common],
      [program, 'status-line', ...common],
    ],
    runs,
  )
  const [bare = 0] = times.map(median)
  const [, inbox = 0, send = 0, line = 0] = ratios(times)
  const row = (what: string, ratio: number, limit: number): Figure =>
    atMost(
      `${what} as a whole process, of an empty script (${bare.toFixed(0)} ms), at ${size.toLocaleString('en')} messages`,
      ratio,
      limit,
      (value) => `${value.toFixed(value === limit ? 1 : 2)}×`,
    )
  return [row('`inbox --json`', inbox, 1.6), row('`send`', send, 1.8), row('`status-line`', line, 1.5)]
}
