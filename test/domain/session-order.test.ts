import { expect, test } from 'vitest'
import type { Kind } from '../../src/domain/kind.ts'
import type { Letter } from '../../src/domain/message.ts'
import type { Priority } from '../../src/domain/priority.ts'
import { sessionOrder } from '../../src/domain/prompt/session-order.ts'

type Said = {
  readonly kind?: Kind
  readonly priority?: Priority
  readonly thread?: number
  readonly replyTo?: number
  readonly via?: string
  readonly returned?: true
}
const letter = (id: number, said: Said): Letter =>
  ({
    message: { id, thread: id, replyTo: null, kind: 'request', priority: 'normal', ...said },
    delivery: {
      via: said.via ?? 'to',
      ...(said.returned && { returned: { by: 'x', session: null, takenAt: 0 } }),
    },
  }) as unknown as Letter

test.each<[string, readonly Said[], readonly number[]]>([
  ['the newest first', [{}, {}, {}], [3, 2, 1]],
  ['urgent instructions before newer ones', [{ priority: 'urgent' }, {}, { priority: 'high' }], [1, 3, 2]],
  [
    'of one thread the newest instruction, the older one with the rest',
    [{ thread: 1 }, { thread: 1 }, {}],
    [3, 2, 1],
  ],
  [
    'an urgent word that a newer one of its thread replaced, with the rest',
    [{ thread: 1, priority: 'urgent' }, { thread: 1 }, {}],
    [3, 2, 1],
  ],
  ['what came back before instructions', [{ returned: true }, { priority: 'urgent' }], [1, 2]],
  [
    'a handoff before all, however old',
    [{ kind: 'handoff', priority: 'low' }, { returned: true }, { priority: 'urgent' }],
    [1, 2, 3],
  ],
  [
    'an answer to what it asked beside it',
    [{ kind: 'response', replyTo: 9 }, {}, { kind: 'handoff' }],
    [3, 1, 2],
  ],
  [
    'an answer to somebody else is mail as any other',
    [{ kind: 'response', replyTo: 9, via: 'cc' }, {}],
    [2, 1],
  ],
  [
    'news after instructions',
    [{}, { kind: 'notification', priority: 'urgent' }, { kind: 'broadcast' }],
    [1, 3, 2],
  ],
])('a session that begins is told %s', (_, said, order) => {
  const letters = said.map((one, at) => letter(at + 1, one))
  expect(sessionOrder(letters).map(({ message }) => message.id)).toEqual(order)
  expect(sessionOrder(letters.toReversed()).map(({ message }) => message.id)).toEqual(order)
})
