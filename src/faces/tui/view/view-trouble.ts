import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { AttentionRow } from '../../../operations/attention/schema.ts'
import { keyOf, withKeys } from '../keymap.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import type { State } from '../state.ts'
import { calmAge } from '../text/calm-age.ts'
import { type Line, span, word } from '../text/line.ts'
import { wrap } from '../text/text.ts'

/** A trouble that is no message: who or what, why, since when, and the keys that help. */
export function troubleWords(state: State, trouble: AttentionRow, columns: number): readonly Line[] {
  const { keymap, now } = state
  const { agent, queue, reason, since } = trouble
  const name = queue === null ? (agent ?? '') : `queue ${queue}`
  const age = since === null ? '' : ` · ${calmAge(since, now)}`
  const remedy = remedyOf(state, trouble)
  const opens = withKeys(keymap, queue === null ? '{open} opens its mailbox' : '{open} lists its work')
  const helps = remedy.name === 'open' ? opens : `${keyOf(keymap, remedy.name)} ${remedy.hint} · ${opens}`
  const wrapped = (text: string, look?: 'bold' | 'dim'): readonly Line[] =>
    wrap(sanitizeLine(text), columns - 2).map((line) => [word(' '), span(line, look)])
  return [...wrapped(name, 'bold'), ...wrapped(`${reason}${age}`), [], ...wrapped(helps, 'dim')]
}
