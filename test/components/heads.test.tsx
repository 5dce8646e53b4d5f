import { expect, test } from 'vitest'
import { InboxRow } from '../../components/InboxRow.tsx'
import { headsLine } from '../../components/row.ts'
import { isTroubled } from '../../src/faces/tui/panes/inbox/trouble.ts'
import { lineText } from '../../src/faces/tui/text/line.ts'
import type { MailRow, RowView } from '../../src/faces/tui/views/row-view.ts'
import type { DraftValue } from '../../src/values/drafts-schema.ts'
import { lineOf, widths } from '../support/drawn.tsx'
import { troubles } from '../support/tui-places.ts'
import { row } from '../support/tui-state.ts'

const made = row('M001', { kind: 'handoff', subject: 'Tests red', to: ['coo'] }, 12) as MailRow
const mail = (more: Partial<Extract<RowView, { type: 'mail' }>> = {}): RowView => ({
  type: 'mail',
  row: made,
  listed: 'mailbox',
  me: 'lea',
  status: 'unread',
  work: '',
  others: '',
  wide: false,
  age: '5m',
  ...more,
})
const conversation = { participants: ['swarm_dev/critic', 'nux'], unread: 2, messages: [] }
const problem = troubles.find(isTroubled)
const draft = {
  id: 'd1',
  operation: 'send',
  fields: { to: ['critic'], subject: 'Tests red' },
  sendAt: null,
  savedAt: '2027-01-31T11:00:00.000Z',
} as unknown as DraftValue

/** The head, and what it names: where both begin, or for an age and a number where both end. */
test.each<
  readonly [string, RowView, readonly (readonly [string, string])[], readonly (readonly [string, string])[]]
>([
  [
    'mail',
    mail(),
    [
      ['who', 'critic'],
      ['subject', 'Tests red'],
    ],
    [['age', '5m']],
  ],
  ['kinds', mail(), [['kind', '⇒ handoff']], [['#', '12']]],
  [
    'all mail',
    mail({ listed: 'everyone' }),
    [
      ['to', 'coo'],
      ['subject', 'Tests red'],
    ],
    [['age', '5m']],
  ],
  [
    'threads',
    mail({ row: { ...made, conversation } }),
    [['subject', 'Tests red']],
    [
      ['age', '5m'],
      ['msgs', '2/12'],
    ],
  ],
  [
    'Attention',
    { type: 'trouble', row: problem as never, remedy: 'Enter', age: '6m', due: null },
    [
      ['who', 'critic'],
      ['why', 'urgent'],
    ],
    [
      ['key', 'Enter'],
      ['age', '6m'],
    ],
  ],
  [
    'drafts',
    { type: 'draft', draft, age: '1h' },
    [
      ['form', 'send'],
      ['to', 'critic'],
      ['subject', 'Tests red'],
    ],
    [['age', '1h']],
  ],
  ['members', { type: 'member', member: 'coo', activity: 'idle' }, [['member', 'coo']], [['state', 'idle']]],
])('heads of %s stand over what they name', (_, view, begin, end) => {
  for (const width of widths) {
    const heads = lineText(headsLine(width, view))
    const line = lineOf(
      <InboxRow view={view} width={width} selected="no" chosen={false} marks={null} />,
      width,
    )
    for (const [head, words] of begin)
      if (heads.includes(head)) expect(line.indexOf(words), `${head} at ${width}`).toBe(heads.indexOf(head))
    for (const [head, words] of end)
      if (heads.includes(head))
        expect(line.lastIndexOf(words) + words.length, `${head} at ${width}`).toBe(
          heads.lastIndexOf(head) + head.length,
        )
  }
})

test('a list that may be empty, or still loads, has no heads', () => {
  expect(lineText(headsLine(80, undefined)).trim()).toBe('')
})
