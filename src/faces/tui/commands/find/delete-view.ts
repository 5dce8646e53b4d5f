import { yesOrNo } from '../../compose/editor/line-view.ts'
import { showSource } from '../../panes/inbox/loads.ts'
import { ownInbox } from '../../panes/inbox/own-inbox.ts'
import { withPanes } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { ask, isYes } from '../ask.ts'
import { command } from '../command.ts'

const name = 'saved.delete-view'

export const deleteView = command({
  name: 'delete-view',
  at: { saved: 'X' },
  help: 'delete this view',
  hint: 'delete',
  run(state) {
    const { source } = state.panes.list
    if (source.type !== 'saved') return [state]
    return ask(state, {
      command: name,
      label: `Delete the view ${source.name}?${yesOrNo}`,
      subject: source.name,
    })
  },
  answer(state, view: string, text): Step {
    if (!isYes(text)) return say(state, 'The view stays.')
    const next = withPanes(state, { roster: { ...state.panes.roster, selected: 'view:inbox' } })
    return andThen(showSource(next, ownInbox(state.session.me.address)), (home) => [
      home,
      { type: 'run-command', command: 'deleteView', input: { view } },
    ])
  },
})
