import type { Intent, PlaceDeed } from '../intent.ts'

/** What must be there for an intent to be what was meant by it: the row, the text of a message, what was done last. */
export function subjectOf(intent: Intent): 'row' | 'text' | 'deeds' | null {
  switch (intent.type) {
    case 'deed':
    case 'archive-thread':
    case 'fail':
    case 'snooze':
    case 'mark':
    case 'range':
    case 'mark-all':
    case 'open':
    case 'match':
    case 'fresh':
      return 'row'
    case 'write':
      return intent.form === 'compose' ? null : 'row'
    case 'hand-out':
      return intent.what === 'copy-id' ? 'row' : 'text'
    case 'move':
    case 'fold':
    case 'history':
      return 'text'
    case 'place':
      return placeSubject(intent.deed)
    case 'undo':
    case 'redo':
      return 'deeds'
    case 'pane':
    case 'find':
    case 'size':
    case 'zoom':
    case 'mouse':
    case 'stats':
    case 'timeline':
    case 'period':
    case 'back':
    case 'leave':
    case 'quit':
    case 'search':
    case 'help':
    case 'redraw':
    case 'suspend':
      return null
  }
}

function placeSubject(deed: PlaceDeed): 'row' | 'deeds' | null {
  if (deed === 'create') return null
  return onRows.includes(deed) ? 'row' : 'deeds'
}

const onRows: readonly PlaceDeed[] = ['release', 'renew', 'again', 'remove', 'assign', 'nudge', 'jump']
