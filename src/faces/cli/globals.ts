import { openingViews, themeWords } from '../../domain/settings/terminal-settings.ts'
import { choice, type Fields, flag, text } from '../../input/input.ts'
import { longestCommand } from '../../operations/catalogue.ts'
import type { Chosen } from './host.ts'
import { flagsOf } from './known-flags.ts'

/** Flags that apply to every command. */
export const commonFields = {
  json: flag('Print the value, or the error, as JSON'),
  store: text('Use this store instead of the one found from here', {
    completes: 'file',
    placeholder: 'PATH',
  }),
  allowNetworkFilesystem: flag('Open the store even on a network or shared file system'),
  as: text('Act as this agent', { completes: 'agent', placeholder: 'ADDRESS' }),
  noColor: flag('Print no colours'),
  quiet: flag('Print no notes on standard error, only errors', { short: 'q' }),
  help: flag('Show help for the command', { short: 'h' }),
  version: flag('Show the version of this program'),
} as const satisfies Fields

/** Flags that apply to the terminal inbox. */
export const screenFields = {
  readOnly: flag('Open the terminal inbox read-only'),
  accessible: flag('Print the terminal inbox as lines, for screen readers'),
  theme: choice(themeWords, 'Colours of the terminal inbox'),
  open: choice(openingViews, 'The view that the terminal inbox opens'),
} as const satisfies Fields

/** Flags that every command line accepts, wherever they stand. */
export const globalFields = { ...commonFields, ...screenFields } as const satisfies Fields

export type Globals = Chosen & {
  readonly json: boolean
  readonly noColor: boolean
  readonly readOnly: boolean
  readonly accessible: boolean
  readonly theme: (typeof themeWords)[number] | undefined
  readonly open: (typeof openingViews)[number] | undefined
  readonly quiet: boolean
  readonly help: boolean
  readonly version: boolean
}

/** The store and the actor that they name. */
export function chosenIn({ store, as, allowNetworkFilesystem }: Globals): Chosen {
  return { store, as, allowNetworkFilesystem }
}

/** The words that name the command, and the line without them. Only global flags may stand before or between. */
export type Line = {
  readonly words: readonly string[]
  readonly without: (used: number) => readonly string[]
}

export function splitLine(argv: readonly string[]): Line {
  const places: number[] = []
  const globals = flagsOf(globalFields)
  for (let at = 0; at < argv.length && places.length < longestCommand; at += 1) {
    const word = argv[at] ?? ''
    if (!word.startsWith('-')) {
      places.push(at)
      continue
    }
    const [spelled = ''] = word.split('=', 1)
    const found = spelled.startsWith('--') ? globals.long(spelled.slice(2)) : globals.short(spelled.slice(1))
    if (found === undefined) break
    if (found.field.kind !== 'flag' && !word.includes('=')) at += 1
  }
  return {
    words: places.map((at) => argv[at] ?? ''),
    without: (used) => argv.filter((_, at) => !places.slice(0, used).includes(at)),
  }
}

/** Whether an unreadable line contains `--json`, so that its error can still be JSON. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
