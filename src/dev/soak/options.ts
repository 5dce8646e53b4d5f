import { parseArgs } from 'node:util'

export type Options = {
  /** How long mail is sent and processes are killed; the rest is awaited after it, ms. */
  readonly lasts: number
  readonly agents: number
  readonly callers: number
  readonly screens: number
  /** Between two messages of an agent, and two tasks of a caller, ms. */
  readonly pause: number
  /** Between two kills, ms. */
  readonly killEvery: number
  /** Between two steps of the clock, ms. */
  readonly stepEvery: number
  /** Between two fillings of the disk, ms. */
  readonly fillEvery: number
  readonly seed: number
  /** Updates docs/proved.md. */
  readonly write: boolean
  /** Keeps the ledger. */
  readonly keep: string | null
}

/** `--minutes N` or `--hours N`, and how many of each. */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: 'string' },
      hours: { type: 'string' },
      agents: { type: 'string', default: '100' },
      callers: { type: 'string', default: '20' },
      screens: { type: 'string', default: '2' },
      pause: { type: 'string', default: '20' },
      'kill-every': { type: 'string', default: '3' },
      'step-every': { type: 'string', default: '300' },
      'fill-every': { type: 'string', default: '200' },
      seed: { type: 'string', default: '7' },
      keep: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const minutes = values.hours === undefined ? amount(values.minutes ?? '30') : amount(values.hours) * 60
  return {
    lasts: minutes * 60_000,
    agents: amount(values.agents),
    callers: amount(values.callers),
    screens: amount(values.screens),
    pause: amount(values.pause) * 1_000,
    killEvery: amount(values['kill-every']) * 1_000,
    stepEvery: amount(values['step-every']) * 1_000,
    fillEvery: amount(values['fill-every']) * 1_000,
    seed: amount(values.seed),
    write: values.write,
    keep: values.keep ?? null,
  }
}

/** @throws Error it is no number that can be used */
function amount(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`Not a number: ${text}`)
  return value
}
