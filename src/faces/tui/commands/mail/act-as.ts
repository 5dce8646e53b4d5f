import { withKeys } from '../../keymap.ts'
import { agentHere, otherMailbox } from '../../panes/inbox/scopes.ts'
import { type Browsing, type HasSession, isCovered, withSession } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { command } from '../command.ts'
import { openMailbox } from '../opening.ts'

/** Another's mailbox can be changed only on purpose: until this key again, or until one leaves it. */
export const actAs = command({
  name: 'act-as',
  at: { mailbox: 'A', fleet: 'A', 'agent-page': 'A' },
  help: 'act as its owner, or stop',
  hint(state) {
    if (otherMailbox(state) === null) return isCovered(state) ? 'act as' : undefined
    return { text: state.session.acting === null ? 'act as' : 'stop acting', first: true }
  },
  rank: 6,
  writes: true,
  available: (state) => ownerHere(state) !== null || "Open another agent's mailbox first.",
  run(from) {
    const as = ownerHere(from)
    if (as === null) return [from]
    return isCovered(from) ? andThen(openMailbox(from, as), (state) => acted(state, as)) : acted(from, as)
  },
})

/** The owner of the open mailbox; on a board the agent of the row, whose mailbox is opened. */
function ownerHere(state: Browsing): string | null {
  const agent = isCovered(state) ? agentHere(state) : otherMailbox(state)
  return agent === state.session.me.address ? null : agent
}

function acted<S extends HasSession>(state: S, as: string): Step<S> {
  const { acting, keymap } = state.session
  if (acting?.as === as) return say(withSession(state, { acting: null }), `You no longer act as ${as}.`)
  const next = withSession(state, { acting: { as, confirmed: false } })
  return say(next, withKeys(keymap, `Acting as ${as}: {act-as} or leaving the mailbox ends it.`))
}
