import { compose, forward, handoff, reply } from '../compose/writing.ts'
import { messageHint } from './change.ts'
import type { Command } from './command.ts'
import { hasMessage } from './here.ts'

const ofMessage = { writes: true, needs: 'row', available: hasMessage } as const

/** What writes a message. */
export const writing: readonly Command[] = [
  {
    name: 'reply',
    at: { mail: 'r' },
    help: 'reply',
    hint: messageHint('reply'),
    rank: 4,
    operation: 'reply',
    run: (state) => reply(state, false),
    ...ofMessage,
  },
  {
    name: 'reply-all',
    at: { mail: 'R' },
    help: 'reply to all',
    run: (state) => reply(state, true),
    ...ofMessage,
  },
  { name: 'forward', at: { mail: 'F' }, help: 'forward', operation: 'forward', run: forward, ...ofMessage },
  {
    name: 'handoff',
    at: { mail: 'H' },
    help: 'hand off',
    hint: messageHint('hand off'),
    rank: 10,
    operation: 'handoff',
    run: handoff,
    ...ofMessage,
  },
  {
    name: 'compose',
    at: { everywhere: 'm' },
    help: 'new message; in a channel or tag, post a line',
    hint: 'new',
    rank: 6,
    operation: 'send',
    writes: true,
    run: compose,
  },
]
