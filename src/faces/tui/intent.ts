import type { Pane } from './state.ts'

export const verbs = ['ack', 'process', 'complete', 'archive', 'unread', 'pin'] as const
export type DeedVerb = (typeof verbs)[number]

/** What a key means. Every one is carried out in `perform.ts`. */
export type Intent =
  | { readonly type: 'pane'; readonly to: Pane | 'next' | 'previous' }
  | {
      readonly type: 'move'
      readonly by: 'row' | 'half' | 'page' | 'edge'
      readonly direction: 1 | -1
    }
  | { readonly type: 'deed'; readonly verb: DeedVerb }
  | { readonly type: 'write'; readonly form: 'compose' | 'reply' | 'reply-all' | 'forward' | 'handoff' }
  | { readonly type: 'match'; readonly direction: 1 | -1 }
  | { readonly type: 'fold'; readonly change: 'toggle' | 'close-all' | 'open-all' | 'colours' }
  | { readonly type: 'place'; readonly deed: PlaceDeed }
  | { readonly type: 'find'; readonly what: 'palette' | 'filter' | 'save-view' | 'delete-view' }
  | {
      readonly type: 'hand-out'
      readonly what: 'copy-id' | 'copy-body' | 'open-outside' | 'open-text' | 'edit-chosen' | 'pipe' | 'raw'
    }
  | { readonly type: 'size'; readonly change: 1 | -1 | 'usual' }
  | { readonly type: 'zoom' }
  | { readonly type: 'mouse' }
  | { readonly type: 'stats' }
  | { readonly type: 'timeline' }
  | { readonly type: 'period'; readonly direction: 1 | -1 }
  | { readonly type: SimpleIntent }
/** Deeds on places and agents; carried out in `deeds/place-deeds.ts`. */
export type PlaceDeed =
  | 'claim'
  | 'release'
  | 'renew'
  | 'again'
  | 'pause'
  | 'subscribe'
  | 'add'
  | 'remove'
  | 'close'
  | 'create'
  | 'nudge'
  | 'jump'
  | 'assign'

export type SimpleIntent =
  | 'open'
  | 'back'
  | 'leave'
  | 'quit'
  | 'fail'
  | 'snooze'
  | 'archive-thread'
  | 'mark'
  | 'range'
  | 'mark-all'
  | 'undo'
  | 'redo'
  | 'search'
  | 'fresh'
  | 'history'
  | 'help'
  | 'redraw'
  | 'suspend'
