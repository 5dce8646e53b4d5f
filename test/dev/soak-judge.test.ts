import { describe, expect, it } from 'vitest'
import { judge } from '../../src/dev/soak/judge.ts'
import type { Fact } from '../../src/dev/soak/ledger.ts'

type Sent = Extract<Fact, { what: 'sent' }>
type Shown = Extract<Fact, { what: 'shown' }>

const sent = (id: string, at: number, more: Partial<Sent> = {}): Fact => ({
  what: 'sent',
  id,
  key: `wait-0.${id}`,
  from: 'wait-0',
  to: 'hook-1',
  kind: 'notification',
  priority: 'normal',
  since: at - 1,
  at,
  ...more,
})
/** Shown by a process that began ten before. */
const shown = (id: string, at: number, more: Partial<Shown> = {}): Fact => ({
  what: 'shown',
  id,
  agent: 'hook-1',
  by: `hook-1/${at}`,
  since: at - 10,
  at,
  ...more,
})
const settled = (at: number, by = `hook-1/${at}`): Fact => ({ what: 'settled', by, at })
const done = (id: string, at: number): Fact => ({ what: 'done', id, agent: 'hook-1', at })
const cut = (id: string, at: number): Fact => ({ what: 'cut', id, agent: 'wait-1', at })
const killed = (name: string, at: number): Fact => ({ what: 'killed', role: 'hook', name, at })
const asked = (task: string): Fact => ({ what: 'asked', task, at: 1 })
const told = (task: string, ...answers: readonly string[]): Fact => ({
  what: 'told',
  task,
  answers,
  awaited: 'answer 1',
  at: 9,
})
const request = { kind: 'request' }
const taken = { to: 'wait-1' }
const takenBy = { agent: 'wait-1', by: 'wait-1/1' }
const answer = { agent: 'wait-0', answers: 'A' }

const cases: readonly (readonly [title: string, facts: readonly Fact[], faults: readonly string[]])[] = [
  ['shown once and settled', [sent('A', 100), shown('A', 120), settled(120)], []],
  ['never shown', [sent('A', 100)], ['lost']],
  ['to a person, who has a screen', [sent('A', 100, { to: 'person-0' })], []],
  [
    'shown by a reader that died, and again',
    [sent('A', 100), shown('A', 120), shown('A', 220), settled(220)],
    [],
  ],
  [
    'shown again after it was shown as read',
    [sent('A', 100), shown('A', 120), settled(120), shown('A', 220)],
    ['doubled'],
  ],
  [
    'shown by two readers at the same time, of which one settled',
    [sent('A', 100), shown('A', 120), settled(120), shown('A', 125)],
    [],
  ],
  ['taken and never completed', [sent('A', 100, taken), shown('A', 120, takenBy)], ['stranded']],
  [
    'taken, and its completion killed: only the program knows whether it took it',
    [sent('A', 100, taken), shown('A', 120, takenBy), cut('A', 130)],
    [],
  ],
  [
    'answered by who was told what a life before had left',
    [sent('A', 100, request), done('A', 130), shown('B', 150, answer)],
    [],
  ],
  ['taken and completed', [sent('A', 100, taken), shown('A', 120, takenBy), done('A', 130)], []],
  [
    'taken again after it was completed',
    [sent('A', 100, taken), shown('A', 120, takenBy), done('A', 130), shown('A', 150, takenBy)],
    ['doubled'],
  ],
  ['a request without an answer', [sent('A', 100, request), shown('A', 120), settled(120)], ['stranded']],
  [
    'a request whose answer its sender was shown',
    [sent('A', 100, request), shown('A', 120), done('A', 130), shown('B', 150, answer)],
    [],
  ],
  [
    'a request that is answered twice',
    [
      sent('A', 100, request),
      shown('A', 120),
      done('A', 130),
      shown('B', 150, answer),
      shown('C', 160, answer),
    ],
    ['doubled'],
  ],
  [
    'a request that comes again after its answer was shown',
    [sent('A', 100, request), shown('A', 120), shown('B', 150, answer), shown('A', 170)],
    ['doubled'],
  ],
  [
    'one key that became two messages',
    [sent('A', 100), sent('B', 200, { key: 'wait-0.A' }), shown('A', 210), shown('B', 220)],
    ['doubled'],
  ],
  ['the later first', [sent('A', 100), sent('B', 200), shown('B', 210), shown('A', 230)], ['wrong order']],
  [
    'the later first, while a dead reader held the earlier',
    [sent('A', 100), killed('hook-1', 150), sent('B', 200), shown('B', 210), shown('A', 230)],
    [],
  ],
  [
    'the later first, and another died',
    [sent('A', 100), killed('hook-2', 150), sent('B', 200), shown('B', 210), shown('A', 230)],
    ['wrong order'],
  ],
  [
    'the later first, which is more urgent',
    [sent('A', 100), sent('B', 200, { priority: 'urgent' }), shown('B', 210), shown('A', 230)],
    [],
  ],
  ['a task with its answer', [asked('T'), told('T', 'answer 1')], []],
  ['a task that never ended', [asked('T')], ['stranded']],
  ['a task that ended twice', [asked('T'), told('T', 'answer 1', 'answer 1')], ['doubled']],
  ['a task with the answer of another', [asked('T'), told('T', 'answer 2')], ['failed']],
  ['a program that failed', [{ what: 'failed', name: 'wait', said: '1: no', at: 5 }], ['failed']],
]

describe('the judge of the soak', () => {
  it.each(cases)('%s', (_, facts, faults) => {
    expect(judge(facts).faults.map(({ what }) => what)).toEqual(faults)
  })

  it('tells what has grown in a long run, but for the store, which keeps all mail', () => {
    const long = 30 * 60_000
    const size = (of: string, value: number, at: number): Fact => ({ what: 'size', of, value, at })
    const facts = ['store, MB', 'memory of serve, MB', 'memory of mcp, MB'].flatMap((of, at) => [
      size(of, 80, 1),
      size(of, [900, 300, 100][at] ?? 0, long),
    ])
    const span = [sent('A', 1), shown('A', 2), sent('B', long), shown('B', long)]
    expect(judge([...span, ...facts]).faults).toEqual([
      { what: 'grown', detail: 'memory of serve, MB: from 80 to 300' },
    ])
    const short = [sent('A', 1), shown('A', 2), sent('B', 99), shown('B', 99)]
    expect(judge([...short, ...facts]).faults).toEqual([])
  })
})
