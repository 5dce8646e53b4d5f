import { withKeys } from '../../keymap.ts'
import { otherMailbox } from '../../panes/inbox/scopes.ts'
import { withSession } from '../../state.ts'
import { say } from '../../step.ts'
import { command } from '../command.ts'

/** Another's mailbox can be changed only on purpose: until this key again, or until one leaves it. */
export const actAs = command({
  name: 'act-as',
  at: { mailbox: 'A' },
  help: 'act as its owner, or stop',
  hint(state) {
    if (otherMailbox(state) === null) return undefined
    return { text: state.session.acting === null ? 'act as' : 'stop acting', first: true }
  },
  rank: 6,
  writes: true,
  available: (state) => otherMailbox(state) !== null || "Open another agent's mailbox first.",
  run(state) {
    const as = otherMailbox(state)
    const { acting, keymap } = state.session
    if (as === null) return [state]
    if (acting !== null) return say(withSession(state, { acting: null }), `You no longer act as ${as}.`)
    const next = withSession(state, { acting: { as, confirmed: false } })
    return say(next, withKeys(keymap, `Acting as ${as}: {act-as} or leaving the mailbox ends it.`))
  },
})
