import type { Intent } from './intent.ts'

/**
 * Where a key works. `list` is the roster and the inbox, `mail` the inbox and the thread; `queue` to `saved` are
 * what is listed, whichever pane one is in.
 */
export const scopes = [
  'everywhere',
  'list',
  'mail',
  'inbox',
  'thread',
  'queue',
  'channel',
  'group',
  'agent',
  'found',
  'saved',
  'help',
] as const
export type Scope = (typeof scopes)[number]

export type Binding = {
  readonly scope: Scope
  /** Each is one way to say it; the keys of a sequence are parted by blanks. */
  readonly keys: readonly string[]
  readonly intent: Intent
  readonly help: string
  /** Shown at the foot, in the order of the table. */
  readonly hint?: string
}

const bind = (scope: Scope, keys: string, intent: Intent, help: string, hint?: string): Binding => ({
  scope,
  keys: keys.split(' | '),
  intent,
  help,
  ...(hint === undefined ? {} : { hint }),
})

/** Every key of the panes. Hints, help and the manual's table are read off it. */
export const keymap: readonly Binding[] = [
  bind('queue', 't', { type: 'place', deed: 'claim' }, 'take the next item', 'take next'),
  bind('queue', 'b', { type: 'place', deed: 'release' }, 'give back what you took', 'give back'),
  bind('queue', 'w', { type: 'place', deed: 'renew' }, 'renew the lease', 'renew'),
  bind('queue', 'O', { type: 'place', deed: 'pause' }, 'pause, resume or open again', 'pause'),
  bind('queue', 'X', { type: 'place', deed: 'close' }, 'close the queue'),
  bind('channel', 'S', { type: 'place', deed: 'subscribe' }, 'subscribe, unsubscribe', 'subscribe'),
  bind('channel', 'X', { type: 'place', deed: 'close' }, 'close the channel; a closed one: delete'),
  bind('group', 'A', { type: 'place', deed: 'add' }, 'add members', 'add'),
  bind('group', 'D', { type: 'place', deed: 'remove' }, 'remove the member, or those selected', 'remove'),
  bind('group', 'X', { type: 'place', deed: 'close' }, 'delete the group', 'delete'),
  bind('mail', 'r', { type: 'write', form: 'reply' }, 'reply', 'reply'),
  bind('mail', 'R', { type: 'write', form: 'reply-all' }, 'reply to all'),
  bind('mail', 'F', { type: 'write', form: 'forward' }, 'forward'),
  bind('mail', 'H', { type: 'write', form: 'handoff' }, 'hand off', 'hand off'),
  bind(
    'everywhere',
    'm',
    { type: 'write', form: 'compose' },
    'new message; in a channel or tag a line to it',
    'new',
  ),
  bind('mail', 'a', { type: 'deed', verb: 'ack' }, 'acknowledge', 'ack'),
  bind('mail', 'p', { type: 'deed', verb: 'process' }, 'mark as processing', 'processing'),
  bind('mail', 'c', { type: 'deed', verb: 'complete' }, 'complete', 'complete'),
  bind('mail', 'x', { type: 'fail' }, 'mark as failed, with a reason'),
  bind('mail', 'e', { type: 'deed', verb: 'archive' }, 'archive, or restore', 'archive'),
  bind('mail', 'E', { type: 'archive-thread' }, 'archive the whole thread'),
  bind('mail', 's', { type: 'snooze' }, 'snooze until a time', 'snooze'),
  bind('mail', 'P', { type: 'deed', verb: 'pin' }, 'pin, unpin'),
  bind('mail', 'U', { type: 'deed', verb: 'unread' }, 'mark unread'),
  bind('mail', 'd', { type: 'place', deed: 'again' }, 'retry; a dead letter: deliver again'),
  bind('agent', '!', { type: 'place', deed: 'nudge' }, "type a line into the agent's pane"),
  bind('agent', 'J', { type: 'place', deed: 'jump' }, "go to the agent's pane"),
  bind('everywhere', '+', { type: 'place', deed: 'create' }, 'new queue, channel or group'),
  bind('everywhere', 'u', { type: 'undo' }, 'undo', 'undo'),
  bind('everywhere', 'C-r', { type: 'redo' }, 'redo'),
  bind('everywhere', 'j | Down', { type: 'move', by: 'row', direction: 1 }, 'down'),
  bind('everywhere', 'k | Up', { type: 'move', by: 'row', direction: -1 }, 'up'),
  bind('everywhere', 'C-d', { type: 'move', by: 'half', direction: 1 }, 'half a screen down'),
  bind('everywhere', 'C-u', { type: 'move', by: 'half', direction: -1 }, 'half a screen up'),
  bind('everywhere', 'PageDown | C-f', { type: 'move', by: 'page', direction: 1 }, 'a screen down'),
  bind('everywhere', 'PageUp | C-b', { type: 'move', by: 'page', direction: -1 }, 'a screen up'),
  bind('everywhere', 'g g | Home', { type: 'move', by: 'edge', direction: -1 }, 'to the top'),
  bind('everywhere', 'G | End', { type: 'move', by: 'edge', direction: 1 }, 'to the end'),
  bind('everywhere', 'g n', { type: 'fresh' }, 'to the next new message'),
  bind('everywhere', 'Enter | l | Right', { type: 'open' }, 'open', 'open'),
  bind('everywhere', 'Esc | h | Left', { type: 'back' }, 'back'),
  bind('everywhere', 'Tab', { type: 'pane', to: 'next' }, 'next pane', 'next pane'),
  bind('everywhere', 'S-Tab', { type: 'pane', to: 'previous' }, 'previous pane'),
  bind('everywhere', '1', { type: 'pane', to: 'roster' }, 'roster'),
  bind('everywhere', '2', { type: 'pane', to: 'inbox' }, 'inbox'),
  bind('everywhere', '3', { type: 'pane', to: 'thread' }, 'thread'),
  bind('list', 'z', { type: 'zoom' }, 'zoom the pane'),
  bind('everywhere', 'Z', { type: 'zoom' }, 'zoom the pane'),
  bind('inbox', 'Space', { type: 'mark' }, 'select, and go on'),
  bind('inbox', 'V', { type: 'range' }, 'select a range'),
  bind('inbox', '*', { type: 'mark-all' }, 'select all loaded, or none'),
  bind('thread', 'z a | Space', { type: 'fold', change: 'toggle' }, 'fold, unfold', 'fold'),
  bind('thread', 'z M', { type: 'fold', change: 'close-all' }, 'fold all'),
  bind('thread', 'z R', { type: 'fold', change: 'open-all' }, 'unfold all'),
  bind('thread', 'i', { type: 'history' }, 'what happened to the message', 'history'),
  bind('mail', 'y', { type: 'hand-out', what: 'copy-id' }, 'copy the id'),
  bind('mail', 'Y', { type: 'hand-out', what: 'copy-body' }, 'copy the text, cleaned'),
  bind('mail', 'o', { type: 'hand-out', what: 'open-attachment' }, 'open an attachment in $PAGER'),
  bind('mail', '|', { type: 'hand-out', what: 'pipe' }, 'pipe the text to a program'),
  bind('mail', 'v', { type: 'hand-out', what: 'raw' }, 'the message as it is kept'),
  bind('everywhere', '/', { type: 'search' }, 'search', 'search'),
  bind('everywhere', 'f', { type: 'find', what: 'filter' }, 'filter what is listed', 'filter'),
  bind('found', 'K', { type: 'find', what: 'save-view' }, 'keep this search as a view', 'keep'),
  bind('saved', 'X', { type: 'find', what: 'delete-view' }, 'forget this view', 'forget'),
  bind('everywhere', 'n', { type: 'match', direction: 1 }, 'next match'),
  bind('everywhere', 'N', { type: 'match', direction: -1 }, 'previous match'),
  bind(
    'everywhere',
    ': | C-p',
    { type: 'find', what: 'palette' },
    'palette: every command, agent, view, thread',
    'palette',
  ),
  bind('everywhere', '?', { type: 'help' }, 'help', 'help'),
  bind('everywhere', 'C-l', { type: 'redraw' }, 'draw the screen anew'),
  bind('everywhere', 'C-z', { type: 'suspend' }, 'suspend'),
  bind('everywhere', 'q', { type: 'leave' }, 'back; at the top, quit', 'quit'),
  bind('everywhere', 'C-c', { type: 'quit' }, 'quit'),
  bind('help', 'Esc | q | ? | Enter', { type: 'back' }, 'close the help', 'close'),
  bind('help', 'j | Down', { type: 'move', by: 'row', direction: 1 }, 'down', 'down'),
  bind('help', 'k | Up', { type: 'move', by: 'row', direction: -1 }, 'up', 'up'),
  bind('help', 'C-d | PageDown | Space', { type: 'move', by: 'page', direction: 1 }, 'a screen down'),
  bind('help', 'C-u | PageUp', { type: 'move', by: 'page', direction: -1 }, 'a screen up'),
  bind('help', 'g g | Home', { type: 'move', by: 'edge', direction: -1 }, 'to the top'),
  bind('help', 'G | End', { type: 'move', by: 'edge', direction: 1 }, 'to the end'),
  bind('help', 'C-c', { type: 'quit' }, 'quit'),
]
