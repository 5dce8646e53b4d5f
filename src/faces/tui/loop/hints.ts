import type { Hint } from '../model/kept.ts'
import { type Browsing, type HasSession, withSession } from '../state.ts'
import { type Step, say } from '../step.ts'

// What it names comes first: a narrow screen cuts the end.
const texts: Readonly<Record<Hint, string>> = {
  notify: '`notify:` in your config.yaml can notify you of this while you are away.',
}

/** The first time that something needs attention, its list says how a person learns of it who is away. */
export function hintAtNotify<S extends Browsing>(state: S): Step<S> {
  const { list } = state.panes
  const waits = list.source.type === 'attention' && list.rows.length > 0
  return waits && !state.session.notifies ? hint(state, 'notify') : [state]
}

/** A hint comes once, and never over a problem. */
function hint<S extends HasSession>(state: S, name: Hint): Step<S> {
  const { hinted, toast } = state.session
  if (hinted.includes(name) || toast !== null) return [state]
  return say(withSession(state, { hinted: [...hinted, name] }), texts[name])
}
