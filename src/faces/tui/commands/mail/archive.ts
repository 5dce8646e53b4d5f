import { selectedRow } from '../../panes/inbox/list.ts'
import { messageHere } from '../../panes/thread/here.ts'
import { type HasPanes, isCovered } from '../../state.ts'
import { confirm } from '../ask.ts'
import { changed, isDraft, ownCopyHint } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetedMessages } from '../targets.ts'

const name = 'mail.archive'

const words = {
  archive: { done: 'Archived {}', verb: 'archive {}' },
  restore: { done: 'Restored {}', verb: 'restore {}' },
} as const

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
    const draft = isCovered(state) ? undefined : selectedRow(state.panes.list)
    if (draft?.type === 'draft')
      return confirm(state, 'Delete this draft?', {
        effect: { type: 'delete-draft', draft: draft.id, quiet: false },
        stays: 'The draft is kept.',
      })
    const operation = isRestoring(state) ? 'restore' : 'archive'
    return changed(state, { command: name, operation, words: words[operation] })
  },
  changes: words,
})

/** One archived message is restored. Several are restored only in the archive: elsewhere the key may be a repeated one. */
function isRestoring(state: HasPanes): boolean {
  if (isCovered(state)) return messageHere(state)?.status === 'archived'
  const { source, marked, anchor } = state.panes.list
  const isArchive = source.type === 'mailbox' && source.box === 'archived'
  const isMarked = state.panes.focus !== 'thread' && (marked.size > 0 || anchor !== null)
  if (isMarked && !isArchive) return false
  const messages = targetedMessages(state)
  return messages.length > 0 && messages.every(({ status }) => status === 'archived')
}
