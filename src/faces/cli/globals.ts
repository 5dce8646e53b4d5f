import { openingViews, themeWords } from '../../domain/settings/settings.ts'
import { choice, type Fields, flag, text } from '../../operations/input.ts'
import { flagsOf } from './known-flags.ts'

/** Flags that every command takes, anywhere on the line. */
export const globalFields = {
  json: flag('Print the value as JSON, errors too'),
  store: text('The store to use, instead of the one that is found', {
    completes: 'file',
    placeholder: 'PATH',
  }),
  as: text('On whose behalf', { completes: 'agent', placeholder: 'ADDRESS' }),
  noColor: flag('No colours'),
  readOnly: flag('The terminal inbox only looks: no deed is possible there'),
  accessible: flag('The terminal inbox in lines, for screen readers: nothing is painted'),
  theme: choice(themeWords, 'Colours of the terminal inbox'),
  open: choice(openingViews, 'What the terminal inbox opens on'),
  quiet: flag('No notes on standard error, errors alone', { short: 'q' }),
  help: flag('What the command does and takes', { short: 'h' }),
  version: flag('The version of this program'),
} as const satisfies Fields

export type Globals = {
  readonly json: boolean
  readonly store: string | undefined
  readonly as: string | undefined
  readonly noColor: boolean
  readonly readOnly: boolean
  readonly accessible: boolean
  readonly theme: (typeof themeWords)[number] | undefined
  readonly open: (typeof openingViews)[number] | undefined
  readonly quiet: boolean
  readonly help: boolean
  readonly version: boolean
}

/** The words that name the command, and the line without them. Only global flags may stand before or between. */
export type Line = {
  readonly words: readonly string[]
  readonly without: (used: number) => readonly string[]
}

export function splitLine(argv: readonly string[]): Line {
  const places: number[] = []
  const globals = flagsOf(globalFields)
  for (let at = 0; at < argv.length && places.length < 2; at += 1) {
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

/** Whether `--json` stands on a line that could not be read, so that its error can still be JSON. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
