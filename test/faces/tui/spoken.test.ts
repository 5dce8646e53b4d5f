import { describe, expect, it } from 'vitest'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { fieldOf } from '../../../src/faces/tui/linear/field-words.ts'
import type { Row } from '../../../src/faces/tui/model/list.ts'
import type { Source } from '../../../src/faces/tui/state.ts'
import type { JournalValue } from '../../../src/values/log-schema.ts'
import { fleetRow, someAgents, tellFleet } from '../../support/tui-fleet.ts'
import { sitAt, taken, troubles, waiting } from '../../support/tui-places.ts'
import {
  awayValue,
  happening,
  moment,
  permissionRequest,
  sitBeforeRequest,
  tellMetrics,
  tellRequest,
  tellTimeline,
} from '../../support/tui-sheets.ts'
import { agent, message, noon, row, rowIds, type Sitting, sitBefore } from '../../support/tui-state.ts'
import { someStores, tellAllAttention, tellStores, waitingRow } from '../../support/tui-stores.ts'
import {
  someDebate,
  someDebates,
  someTasks,
  taskRow,
  tellDebates,
  tellQueues,
  tellTasks,
} from '../../support/tui-work.ts'

const at = new Date(noon).toISOString()
const people = [agent('lea', { kind: 'user' }), agent('critic'), agent('scout')]
const start = (): Sitting => sitBefore([row('M001'), row('M002')]).answerRoster({ agents: people })

/** What a reader hears of one step: of what changed, and of the input that is active. */
function heard(sitting: Sitting, step: (sitting: Sitting) => unknown): string {
  const before = sitting.state
  step(sitting)
  const field = fieldOf(sitting.state)
  return [...announce(before, sitting.state), ...(field === null ? [] : [field.label, field.text])].join('\n')
}

const change = (subject: string): JournalValue => ({
  change: 7,
  at,
  doing: 'archiving',
  messages: ['M001'],
  count: 1,
  subject,
  about: null,
  undoable: true,
  undone: false,
  why: null,
  what: 'archive',
})
const away = awayValue({
  waiting: [{ why: 'escalation', count: 2, agents: 1 }],
  failed: [happening('M007')],
  finished: [happening('M008')],
  whole: false,
  agents: [{ agent: 'critic', decided: 0, finished: 1, failed: 1, handedOn: 0 }],
  counts: { decided: 0, finished: 1, failed: 1, handedOn: 0, agents: 1 },
})
const draft: Row = {
  type: 'draft',
  id: 'D1',
  draft: {
    id: 'D1',
    operation: 'send',
    savedAt: at,
    sendAt: null,
    fields: { to: ['critic'], subject: 'Half a thought', body: 'Half' },
  },
}
const view = { name: 'red tests', query: 'subject:tests', savedAt: at }
const found = { view: 'saved', name: view.name, count: 3, more: true } as const
const details = { mail: [message('M009')], timeline: [moment('M010')], reserved: [], pane: null }
const held = {
  ...details,
  reserved: [{ agent: 'asker', project: 'p', path: 'src/a.ts', shared: false, since: at, until: at }],
}
const board = (sitting: Sitting) => tellFleet(sitting, someAgents)

type Walk = {
  readonly name: string
  readonly from?: () => Sitting
  readonly open: (sitting: Sitting) => unknown
  readonly says: readonly (string | RegExp)[]
  /** Keys, and what each says of the row that it led to. */
  readonly moves: readonly (readonly [string, string | RegExp])[]
}

/** Down in the roster, until a row of it is selected. */
function walkTo(sitting: Sitting, key: string): Sitting {
  for (let steps = 0; steps < 40 && sitting.state.panes.roster.selected !== key; steps += 1)
    sitting.press('j')
  return sitting
}

const inPlace = (source: Source, rows: Parameters<typeof sitAt>[1]) => () => sitAt(source, rows).press('1')

const walks: readonly Walk[] = [
  {
    name: 'the inbox, after another place',
    from: () => start().press('1'),
    open: (sitting) => sitting.press('2'),
    says: ['Inbox', '2 rows', 'Subject of M001', '1 of 2'],
    moves: [
      ['j', /Subject of M002.*2 of 2/u],
      ['k', /Subject of M001.*1 of 2/u],
    ],
  },
  {
    name: 'the roster',
    open: (sitting) => sitting.press('1'),
    says: ['Roster.'],
    moves: [
      ['j', /\d of \d/u],
      ['k', /\d of \d/u],
    ],
  },
  {
    name: 'a thread',
    open: (sitting) =>
      sitting.press('Enter').answerThread([message('M001'), message('M002', { body: 'One.\nTwo.' })]),
    says: ['Thread', '2 messages', 'Body of M001'],
    moves: [
      ['j', /\S/u],
      ['j', /\S/u],
    ],
  },
  {
    name: 'Attention',
    from: inPlace({ type: 'attention' }, troubles),
    open: (sitting) => sitting.press('2'),
    says: ['Attention', 'urgent and unread', '1 of 3'],
    moves: [
      ['j', /nux.*silent.*2 of 3/u],
      ['j', /rig\/merge.*paused.*3 of 3/u],
    ],
  },
  {
    name: 'a queue',
    from: inPlace({ type: 'queue', name: 'work' } as Source, [taken, waiting]),
    open: (sitting) => sitting.press('2'),
    says: ['Subject of Q001', '1 of 2'],
    moves: [['j', /Subject of Q002.*2 of 2/u]],
  },
  {
    name: 'the fleet',
    open: (sitting) => board(sitting.press('B')),
    says: ['Fleet', '1 waiting', 'asker', '1 of 5'],
    moves: [
      ['j', /busy, working.*2 of 5/u],
      ['j', /lost, silent.*3 of 5/u],
      ['G', /over, ended.*5 of 5/u],
    ],
  },
  {
    name: 'the fleet in another order',
    from: () => board(start().press('B')),
    open: (sitting) => sitting.press('s'),
    says: ['sorted by name', 'asker', '1 of 5'],
    moves: [['j', /busy.*2 of 5/u]],
  },
  {
    name: 'a folded group',
    from: () => board(start().press('B')),
    open: (sitting) => sitting.press('g', 'z'),
    says: ['waiting for you', 'folded', '1 row'],
    moves: [
      ['j', /busy/u],
      ['k', /waiting for you, folded/u],
    ],
  },
  {
    name: 'the page of an agent, with what it reserved',
    from: () => board(start().press('B')),
    open: (sitting) =>
      sitting.press('Enter').tell({ type: 'agent-loaded', agent: 'swarm_dev/asker', details: held }),
    says: ['Agent, swarm_dev/asker', 'permission to push', 'Subject of M009', 'About M010', 'src/a.ts'],
    moves: [['q', /asker.*1 of 5/u]],
  },
  {
    name: 'the tasks',
    open: (sitting) => tellTasks(sitting.press('g', 'w'), [...someTasks, taskRow('T-4')]),
    says: ['Tasks', 'Which key', '1 of 4'],
    moves: [['j', /Sort the night run.*2 of 4/u]],
  },
  {
    name: 'the debates',
    open: (sitting) => tellDebates(sitting.press('g', 'd'), someDebates),
    says: ['Debates', 'Which queue', '1 of 3'],
    moves: [['j', /Redis for sessions.*2 of 3/u]],
  },
  {
    name: 'the page of a debate',
    from: () => tellDebates(start().press('g', 'd'), someDebates),
    open: (sitting) => sitting.press('Enter').tell({ type: 'debate-loaded', debate: someDebate }),
    says: ['Debate, Which queue', 'Use one queue', 'Use two queues', 'lea, silent'],
    moves: [['q', /Which queue.*1 of 3/u]],
  },
  {
    name: 'the queues',
    open: (sitting) => tellQueues(sitting.press('g', 'q')),
    says: ['Queues', 'Available', 'Fix the parser', '1 of 1200'],
    moves: [
      ['j', /Item Q-2.*2 of 1200/u],
      ['l', /Processing[\s\S]*Sort it/u],
      ['l', /Failed[\s\S]*Deploy/u],
    ],
  },
  {
    name: 'the journal',
    open: (sitting) =>
      sitting.press('g', 'u').tell({ type: 'journal-loaded', changes: [change('One'), change('Two')] }),
    says: ['2 changes', 'One', '1 of 2'],
    moves: [['j', /Two.*2 of 2/u]],
  },
  {
    name: 'a timeline',
    open: (sitting) => tellTimeline(sitting.press('T'), rowIds(3).map(moment)),
    says: ['Timeline of critic', 'About M001', '1 of 3'],
    moves: [['j', /^(?!.*M001).*About M002.*2 of 3/u]],
  },
  {
    name: 'what happened meanwhile',
    open: (sitting) =>
      sitting
        .press('g', 'a')
        .tell({ type: 'sheet-loaded', question: { type: 'away', since: null }, value: away }),
    says: [/escalation/u, 'About M007', 'About M008', 'critic', 'More happened'],
    moves: [
      ['j', /About M007.*2 of 4/u],
      ['j', /About M008.*3 of 4/u],
      ['j', /critic.*4 of 4/u],
    ],
  },
  {
    name: 'metrics',
    open: (sitting) => tellMetrics(sitting.press('M')),
    says: ['Metrics', 'last 24h', '1,204', '40 · median 1m', 'request', 'Agents', 'critic', 'Queues', 'work'],
    moves: [['q', 'Closed.']],
  },
  {
    name: 'metrics of a longer period',
    from: () => tellMetrics(start().press('M')),
    open: (sitting) => tellMetrics(sitting.press(']'), 7 * 24),
    says: ['last 7d', '1,204'],
    moves: [['q', 'Closed.']],
  },
  {
    name: 'a request',
    from: () => sitBeforeRequest(),
    open: (sitting) => tellRequest(sitting.press('Enter')),
    says: ['Request of nux', 'waits 28 s', 'Bash', '/home/dev/shop', 'rm -rf build'],
    moves: [['q', /waits for you: Bash rm -rf build/u]],
  },
  {
    name: 'a request that waits no longer',
    from: () => sitBeforeRequest(),
    open: (sitting) => tellRequest(sitting.press('Enter'), permissionRequest({ isOpen: false })),
    says: ['can no longer be answered', 'rm -rf build'],
    moves: [['q', /waits for you/u]],
  },
  {
    name: 'a saved view',
    from: () => start().answerHead({ views: [view], counts: [found] }),
    open: (sitting) => sitting.press('}').answerList([row('M003')]),
    says: ['red tests', 'Subject of M003', '1 of 1'],
    moves: [],
  },
  {
    name: 'a saved view in the roster',
    from: () =>
      start()
        .answerHead({ views: [view], counts: [found] })
        .press('1', 'g', 'g'),
    open: (sitting) => walkTo(sitting, `saved:${view.name}`),
    says: [/red tests, more than 3/u],
    moves: [['k', /\S/u]],
  },
  {
    name: 'drafts',
    from: () => sitAt({ type: 'drafts' }, [draft, { ...draft, id: 'D2' }]).press('1'),
    open: (sitting) => sitting.press('2'),
    says: ['Drafts', 'draft of a send', 'Half a thought', '1 of 2'],
    moves: [
      ['j', /draft of a send, Half a thought.*2 of 2/u],
      ['Enter', 'New message'],
    ],
  },
  {
    name: 'the stores',
    open: (sitting) => tellStores(sitting.press('g', 'p'), someStores, 1),
    says: ['Stores', '1 not looked at yet', 'here, open', 'nothing waits for you', '1 of 4'],
    moves: [
      ['j', /busy, 2 wait for you, 7 unread.*2 of 4/u],
      ['j', /locked.*3 of 4/u],
      ['j', /left, gone.*4 of 4/u],
    ],
  },
  {
    name: 'the Attention of all stores',
    from: () => tellStores(start().press('g', 'p'), someStores),
    open: (sitting) => tellAllAttention(sitting.press('a'), [waitingRow('one'), waitingRow('two')]),
    says: ['Attention of all stores', 'busy, agent-one, waits for you: one', '1 of 2'],
    moves: [['j', /agent-two.*2 of 2/u]],
  },
  {
    name: 'the palette',
    open: (sitting) => sitting.press(':'),
    says: ['Command:'],
    moves: [
      ['Down', /\d of \d/u],
      ['Down', /\d of \d/u],
    ],
  },
  { name: 'a search', open: (sitting) => sitting.press('/'), says: ['Search:'], moves: [['x', 'x']] },
  {
    name: 'a new message',
    open: (sitting) => sitting.press('m'),
    says: ['New message', 'To:'],
    moves: [
      ['Tab', ':'],
      ['x', 'x'],
    ],
  },
  {
    name: 'an answer',
    open: (sitting) => sitting.press('r'),
    says: ['Reply to critic:'],
    moves: [['x', 'x']],
  },
  {
    name: 'the menu of times',
    open: (sitting) => sitting.press('s'),
    says: ['Snooze 1 message', 'Press Down to choose'],
    moves: [['Down', /\S/u]],
  },
  {
    name: 'the help',
    open: (sitting) => sitting.press('?'),
    says: ['Keys.', 'This help'],
    moves: [['q', 'Closed.']],
  },
]

describe('a reader hears', () => {
  it.each(walks)('$name, and each row that the cursor comes to', ({ from = start, open, says, moves }) => {
    const sitting = from()
    const opened = heard(sitting, open)
    for (const words of says)
      expect(opened).toEqual(
        typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
      )
    for (const [key, words] of moves) {
      const moved = heard(sitting, () => sitting.press(key))
      expect(moved).toEqual(
        typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
      )
    }
  })

  it('an agent of the fleet again when its state changes', () => {
    const sitting = board(start().press('B'))
    const rows = [fleetRow('swarm_dev/asker', { state: 'working' }), ...someAgents.slice(1)]
    expect(heard(sitting, () => tellFleet(sitting, rows))).toContain('asker, working')
  })
})
