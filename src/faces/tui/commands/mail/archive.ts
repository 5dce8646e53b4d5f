import { selectedRow } from '../../panes/inbox/list.ts'
import { messageHere } from '../../panes/thread/here.ts'
import type { State } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { ask, isYes } from '../ask.ts'
import { changed, isDraft, ownCopyHint } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetedMessages } from '../targets.ts'

const name = 'mail.archive'

/** Archives the chosen messages; restores them where all are archived; deletes a draft. */
export const archive = command({
  name: 'archive',
  at: { mail: 'e' },
  help: 'archive, or restore',
  hint: (state) => {
    if (isDraft(state)) return { text: 'delete', first: true }
    if (messageHere(state)?.status === 'archived') return { text: 'restore', first: true }
    return ownCopyHint('archive')(state)
  },
  rank: 5,
  operation: 'archive',
  writes: true,
  needs: 'row',
  available: (state) => isDraft(state) || hasTarget(state),
  run(state) {
    const draft = selectedRow(state.panes.list)
    if (draft?.type === 'draft')
      return ask(state, { command: name, label: 'Delete this draft? (y, n):', subject: draft.id })
    return changed(state, name, isArchived(state) ? 'restore' : 'archive')
  },
  answer: (state, draft: string, text): Step =>
    isYes(text) ? [state, { type: 'delete-draft', draft, quiet: false }] : say(state, 'The draft is kept.'),
  changes: {
    archive: { done: 'Archived {}', verb: 'archive {}' },
    restore: { done: 'Restored {}', verb: 'restore {}' },
  },
})

function isArchived(state: State): boolean {
  const messages = targetedMessages(state)
  return messages.length > 0 && messages.every(({ status }) => status === 'archived')
}
