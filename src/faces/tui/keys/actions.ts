import type { Binding } from '../bindings.ts'
import type { Intent } from '../intent.ts'

const moves = {
  row: ['up', 'down'],
  half: ['half-up', 'half-down'],
  page: ['page-up', 'page-down'],
  edge: ['top', 'end'],
} as const
const folds = {
  toggle: 'fold',
  'close-all': 'fold-all',
  'open-all': 'unfold-all',
  colours: 'colours',
} as const

/** What an intent is called where keys are configured; one name means one thing within a scope. */
export function actionOf(intent: Intent): string {
  switch (intent.type) {
    case 'move':
      return moves[intent.by][intent.direction === 1 ? 1 : 0]
    case 'pane':
      return `pane-${intent.to}`
    case 'deed':
      return intent.verb
    case 'write':
      return intent.form
    case 'match':
      return intent.direction === 1 ? 'next-match' : 'previous-match'
    case 'size':
      return intent.change === 'usual' ? 'usual-size' : intent.change === 1 ? 'wider' : 'narrower'
    case 'period':
      return intent.direction === 1 ? 'longer' : 'shorter'
    case 'fold':
      return folds[intent.change]
    case 'find':
    case 'hand-out':
      return intent.what
    case 'place':
      return intent.deed
    default:
      return intent.type
  }
}

const overlays: readonly Binding['scope'][] = ['help', 'sheet', 'choice']

/** The key of the panes by which a person means this, as they have their keys; nothing where there is none. */
export function keyOf(table: readonly Binding[], intent: Intent): string {
  return keyFor(table, actionOf(intent)) ?? ''
}

function keyFor(table: readonly Binding[], action: string): string | undefined {
  const binding = table.find((one) => !overlays.includes(one.scope) && actionOf(one.intent) === action)
  return binding?.keys[0]?.replaceAll(' ', '')
}

/** Words of ours that speak of keys, as `{undo}`, with the keys that the person has; the palette has what has none. */
export function withKeys(table: readonly Binding[], words: string): string {
  const palette = keyFor(table, 'palette') ?? ':'
  return words.replace(
    /\{([a-z-]+)\}/gu,
    (_, action: string) => keyFor(table, action) ?? `${palette}${action}`,
  )
}
