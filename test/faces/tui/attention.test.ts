import { describe, expect, it, test } from 'vitest'
import { type AttentionGroup, attentionReasons } from '../../../src/domain/attention.ts'
import { countdown, headingOf } from '../../../src/faces/present-attention.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import type { Row } from '../../../src/faces/tui/model/list.ts'
import { fetchAttention } from '../../../src/faces/tui/panes/inbox/fetch-attention.ts'
import { remedyOf } from '../../../src/faces/tui/panes/inbox/remedies.ts'
import { type State, withSession } from '../../../src/faces/tui/state.ts'
import type { Mailbox } from '../../../src/mailbox.ts'
import type { AttentionRow } from '../../../src/values/attention-schema.ts'
import { frameText } from '../../support/screen-text.ts'
import { tellFleet } from '../../support/tui-fleet.ts'
import { sitAt, troubles } from '../../support/tui-places.ts'
import { message, noon, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const trouble = (why: AttentionRow['why'], more: Partial<AttentionRow> = {}): AttentionRow => ({
  message: null,
  agent: null,
  queue: null,
  swarm: null,
  why,
  reason: why,
  since: null,
  deadline: null,
  request: null,
  loop: null,
  command: 'watchpost',
  ...more,
})

/** Answers like the operation, with so many rows of each reason. */
function mailboxWith(counts: Partial<Record<AttentionRow['why'], number>>): Mailbox {
  const rowsOf = (why: AttentionRow['why']) =>
    Array.from({ length: counts[why] ?? 0 }, (_, at) => trouble(why, { agent: `a${at}` }))
  return {
    async attention({
      why,
      limit = 20,
      after = '0',
    }: {
      why?: AttentionRow['why']
      limit?: number
      after?: string
    }) {
      const whys = attentionReasons.filter((one) => (counts[one] ?? 0) > 0 && (why ?? one) === one)
      const from = Number(after)
      const groups = whys.map((one) => ({ why: one, count: counts[one] ?? 0, agents: 1, shown: 0 }))
      const attention = whys.flatMap((one) => rowsOf(one).slice(from, from + limit))
      const next = why !== undefined && from + limit < (counts[why] ?? 0) ? String(from + limit) : null
      return { attention, groups, total: 0, next }
    },
  } as unknown as Mailbox
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

describe('the rows of Attention', () => {
  const mailbox = mailboxWith({ silent: 1, dead: 7, urgent: 3 })

  it('have headings from the first reason with several rows on: a single row below would seem to be of that reason', async () => {
    const { rows } = await fetchAttention(mailboxWith({ asks: 1, deadlock: 2, silent: 1 }), [], {
      limit: 100,
    })
    expect(ids(rows)).toEqual([
      'a0·asks',
      'reason·deadlock',
      'a0·deadlock',
      'a1·deadlock',
      'reason·silent',
      'a0·silent',
    ])
    expect(rows.flatMap((one) => (one.type === 'trouble' ? [one.trouble.headed] : []))).toEqual([
      undefined,
      true,
      true,
      true,
    ])
  })

  it('stand under the heading of their reason, a single one alone at the top, and of many the first five', async () => {
    const { rows, next } = await fetchAttention(mailbox, [], { limit: 100 })
    expect(ids(rows)).toEqual([
      'a0·silent',
      'reason·dead',
      ...[0, 1, 2, 3, 4].map((at) => `a${at}·dead`),
      'reason·urgent',
      ...[0, 1, 2].map((at) => `a${at}·urgent`),
    ])
    expect(next).toBeNull()
    expect(rows.flatMap((one) => (one.type === 'reason' ? [one.folded] : []))).toEqual([true, false])
  })

  it('are all listed page by page where a reason is unfolded, and the reasons after it follow', async () => {
    const rows: Row[] = []
    let after: string | undefined
    for (let pages = 0; pages < 9; pages += 1) {
      const page = await fetchAttention(mailbox, ['dead'], {
        limit: 3,
        ...(after !== undefined && { after }),
      })
      rows.push(...page.rows)
      if (page.next === null) break
      after = page.next
    }
    expect(ids(rows)).toEqual([
      'a0·silent',
      'reason·dead',
      ...[0, 1, 2, 3, 4, 5, 6].map((at) => `a${at}·dead`),
      'reason·urgent',
      ...[0, 1, 2].map((at) => `a${at}·urgent`),
    ])
  })
})

const heading: Row = {
  type: 'reason',
  id: 'reason·urgent',
  group: { why: 'urgent', count: 15, agents: 9, shown: 1 },
  folded: true,
}

describe('] and [', () => {
  const rows = [heading, ...troubles]

  it('go from problem to problem and pass over headings', () => {
    const sitting = sitAt({ type: 'attention' }, rows)
    const at = () => sitting.state.panes.list.selected
    expect(at()).toBe('U001·urgent')
    sitting.press('[')
    expect([at(), sitting.state.session.toast?.text]).toEqual(['U001·urgent', 'No more problems above.'])
    sitting.press(']', ']')
    expect(at()).toBe('rig/merge·queue-paused')
    sitting.press(']')
    expect(sitting.state.session.toast?.text).toBe('No more problems below.')
    sitting.press('[', '[')
    expect(at()).toBe('U001·urgent')
  })

  it('lead to Attention from any other list', () => {
    const sitting = sitAt({ type: 'sent' }, [row('S001')]).press(']')
    expect(sitting.state.panes).toMatchObject({
      list: { source: { type: 'attention' } },
      roster: { selected: 'view:attention' },
    })
    const calm = sitAt({ type: 'sent' }, [row('S001')])
    calm.answerHead({ attention: [] })
    calm.press('[')
    expect(calm.state.session.toast?.text).toBe('Nothing needs your attention.')
  })
})

describe('g!', () => {
  const rows = [heading, ...troubles]

  it('goes to the first that waits, to the next, and after the last to the first again', () => {
    const sitting = sitAt({ type: 'sent' }, [row('S001')]).press('g', '!')
    expect(sitting.state.panes.list.source).toEqual({ type: 'attention' })
    sitting.tell({ type: 'waited', name: 'slow' })
    sitting.answerList(rows)
    const at = () => sitting.state.panes.list.selected
    const visited = [at()]
    for (let count = 0; count < troubles.length; count += 1) {
      sitting.press('g', '!')
      visited.push(at())
    }
    expect(visited).toEqual([...troubles.map(({ id }) => id), troubles[0]?.id])
  })

  const boards: readonly [string, (sitting: Sitting) => Sitting][] = [
    ['B', (sitting) => tellFleet(sitting.press('B'), [])],
    ...(['debates', 'tasks', 'queues'] as const).map((view): [string, (sitting: Sitting) => Sitting] => [
      view,
      (sitting) => {
        sitting.press('g', { debates: 'd', tasks: 'w', queues: 'q' }[view])
        const tables = [{ name: view, count: 0, rows: [], more: false }]
        return sitting.tell({ type: 'board-loaded', board: { name: view, counts: {}, tables } })
      },
    ]),
  ]
  it.each(boards)('leaves the board %s', (_, openBoard) => {
    const elsewhere = openBoard(sitAt({ type: 'sent' }, [row('S001')])).press('g', '!')
    const shown = { board: null }
    expect(elsewhere.state.panes).toMatchObject({ ...shown, list: { source: { type: 'attention' } } })
    const there = openBoard(sitAt({ type: 'attention' }, rows).press('j')).press('g', '!')
    expect(there.state.panes).toMatchObject({ ...shown, list: { selected: troubles[0]?.id } })
  })

  it('is a click on what waits, too', () => {
    const sitting = sitAt({ type: 'sent' }, [row('S001')])
    const x = frameText(sitting.state).split('\n')[0]?.indexOf('●') ?? -1
    expect(x).toBeGreaterThan(0)
    sitting.tell({ type: 'mouse', action: 'press', button: 'left', x, y: 0 } as never)
    expect(sitting.state.panes.list.source).toEqual({ type: 'attention' })
  })

  it('stays where one is if nothing waits', () => {
    const sitting = tellFleet(sitAt({ type: 'sent' }, [row('S001')]).press('B'), [])
    sitting.answerHead({ attention: [] })
    sitting.press('g', '!')
    expect(sitting.state.panes.board).not.toBe(null)
    expect(sitting.state.session.toast?.text).toBe('Nothing needs your attention.')
  })
})

it('an agent that begins to wait is told of once, with the key that goes there', () => {
  const sitting = sitAt({ type: 'sent' }, [row('S001')])
  const count = (asks: number) => {
    sitting.answerHead({ attention: [{ why: 'asks', count: asks, agents: asks }] })
    const { toast } = sitting.state.session
    sitting.tell({ type: 'waited', name: 'toast' })
    return toast?.text
  }
  expect([4, 4, 2, 4].map(count)).toEqual([
    'An agent waits for you: g! goes there.',
    undefined,
    undefined,
    '2 more agents wait for you: g! goes there.',
  ])
})

test('Enter on a heading lists all of its reason, and again the first ones', () => {
  const sitting = sitAt({ type: 'attention' }, [heading, ...troubles]).press('k', 'Enter')
  expect(sitting.state.panes.list.source).toEqual({ type: 'attention', unfolded: ['urgent'] })
  expect(sitting.taken()).toMatchObject([
    { type: 'load-list', source: { unfolded: ['urgent'] }, after: null },
  ])
  sitting.answerList([heading, ...troubles])
  sitting.press('Enter')
  expect(sitting.state.panes.list.source).toEqual({ type: 'attention' })
})

const escalation = message('E001', {
  kind: 'escalation',
  subject: 'CEO Escalation: Which store',
  payload: { escalation_id: 'E', options: ['Keep it', 'Move it'], deadline: null },
})
const escalated = {
  ...row('E001'),
  id: 'E001·escalation',
  message: escalation,
  trouble: trouble('escalation', { message: escalation }),
} as Row

describe('an escalation', () => {
  it('is decided by an option that Enter confirms, as an answer to it', () => {
    const sitting = sitAt({ type: 'attention' }, [escalated]).press('C')
    expect(sitting.state.overlay).toMatchObject({ type: 'choice', chosen: 0, decides: { message: 'E001' } })
    expect(frameText(sitting.state)).toContain('Decide Which store')
    expect(sitting.taken()).toEqual([])
    sitting.press('j', 'Enter')
    expect(sitting.taken()).toContainEqual({
      type: 'save-draft',
      why: 'send',
      operation: 'reply',
      draft: null,
      sendIn: 5_000,
      fields: { message: 'E001', option: 2 },
    })
    expect(sitting.state.overlay.type).toBe('none')
  })

  it('can be taken back while its grace lasts, and is no text to write on then', () => {
    const sitting = sitAt({ type: 'attention' }, [escalated])
    const fields = { message: 'E001', option: 2 }
    const due = new Date(noon + 5_000).toISOString()
    const draft = { id: 'D1', operation: 'reply', fields, savedAt: due, sendAt: due } as const
    sitting.tell({ type: 'draft-saved', why: 'send', draft })
    expect(frameText(sitting.state)).toContain('deciding for option 2 in 5 s (u to undo)')
    sitting.taken()
    sitting.press('u')
    expect(sitting.taken()).toContainEqual({ type: 'delete-draft', draft: 'D1', quiet: true })
    expect(sitting.state).toMatchObject({ overlay: { type: 'none' }, outbox: { sending: [] } })
    expect(sitting.state.session.toast?.text).toBe('Not decided')
  })

  it('says which option is taken at the deadline', () => {
    const payload = { escalation_id: 'E', options: ['Keep it', 'Move it'], default_option: 2, deadline: null }
    const marked = { ...escalated, message: { ...escalation, payload } } as Row
    const text = frameText(sitAt({ type: 'attention' }, [marked]).press('C').state)
    expect(text).toContain('1. Keep it ')
    expect(text).toContain('2. Move it (taken at the deadline)')
  })

  it('counts down in its row of the inbox until it is decided', () => {
    const payload = { escalation_id: 'E', options: [], deadline: new Date(noon + 80 * 60_000).toISOString() }
    const listed = (more: object) =>
      frameText(
        sitBefore([{ ...row('E001'), message: { ...escalation, owes: true, payload, ...more } } as Row])
          .state,
      )
    expect(listed({})).toContain('due in 1h 20m')
    expect(listed({ owes: false })).not.toContain('due in')
    expect(listed({ acknowledgedAt: new Date(noon).toISOString() })).not.toContain('due in')
    const late = { ...payload, deadline: new Date(noon - 25 * 60_000).toISOString() }
    expect(listed({ payload: late })).toContain('25m overdue')
  })

  it('may be answered in other words, and Esc decides nothing', () => {
    const sitting = sitAt({ type: 'attention' }, [escalated]).press('C', 'G', 'Enter')
    expect(sitting.state.overlay).toMatchObject({ type: 'reply', message: 'E001' })
    const left = sitAt({ type: 'attention' }, [escalated]).press('C', 'Esc')
    expect([left.state.overlay.type, left.taken()]).toEqual(['none', []])
  })

  it('is what the key is for, and nothing else', () => {
    const sitting = sitAt({ type: 'attention' }, troubles).press('C')
    expect(sitting.state.session.toast?.text).toBe('This key decides only escalations to you.')
  })
})

test('a reminder is a new message to the agent alone, in the thread of what is not answered', () => {
  const asked = message('A001', { from: 'lea', subject: 'Which seed?' })
  const waits = trouble('unanswered', { message: asked, agent: 'critic' })
  const sitting = sitAt({ type: 'attention' }, [
    { ...row('A001'), id: 'A001·unanswered', message: asked, trouble: waits } as Row,
  ])
  expect(remedyOf(sitting.state, waits)).toEqual({ name: 'compose', hint: 'remind' })
  sitting.press('m')
  const { overlay } = sitting.state
  expect(overlay.type === 'form' && overlay.form.rest).toMatchObject({ replyTo: 'A001' })
  expect(
    overlay.type === 'form' && overlay.form.fields.find(({ name }) => name === 'to')?.editor,
  ).toMatchObject({
    lines: ['critic'],
  })
})

test('others’ changes are counted once for a burst, and shown soon', () => {
  const sitting = sitAt({ type: 'attention' }, troubles)
  sitting.tell({ type: 'changed' })
  expect(sitting.taken()).toEqual(
    expect.arrayContaining([
      { type: 'load-roster', request: sitting.state.panes.asked.roster },
      { type: 'wait', name: 'slow', milliseconds: 600 },
    ]),
  )
})

describe('a loop', () => {
  const loop = trouble('loop', { loop: 3, agent: 'al', reason: 'al ↔ bob: 20 messages in 2m, 3 held back' })
  const sitting = () =>
    sitAt({ type: 'attention' }, [{ type: 'trouble', id: '3·loop', trouble: loop }], {
      columns: 160,
      rows: 30,
    })

  it('names its keys, which let it go on, and stop it', () => {
    const text = frameText(sitting().state)
    expect(text).toContain('al ↔ bob: 20 messages in 2m, 3 held back')
    expect(text).toMatch(/a let it go on {2}x stop it/u)
    const one = sitting().press('a')
    expect(one.taken()).toContainEqual(
      expect.objectContaining({ operation: 'continueLoop', input: { loop: '3' } }),
    )
  })

  it('is stopped once that was confirmed', () => {
    const one = sitting().press('x')
    expect(frameText(one.state)).toContain('Archive the mail that is held back? (y, n):')
    one.taken()
    one.press('n')
    expect(one.taken()).toMatchObject([{ type: 'wait', name: 'toast' }])
    expect(one.state.session.toast?.text).toBe('The mail stays held back.')
    one.press('x', 'y')
    expect(one.taken()).toContainEqual(
      expect.objectContaining({ operation: 'stopLoop', input: { loop: '3' } }),
    )
  })
})

test.each([
  [90_000, 'due in 1m'],
  [6_000_000, 'due in 1h 40m'],
  [3_600_000 * 49, 'due in 2d 1h'],
  [0, 'due in under 1m'],
  [-300_000, '5m overdue'],
] as const)('a deadline in %i ms is told as %s', (left, words) => {
  expect(countdown(new Date(noon + left).toISOString(), noon)).toBe(words)
})

test.each([
  [{ why: 'urgent', count: 15, agents: 9 }, '15 urgent from 9 agents'],
  [{ why: 'escalation', count: 1, agents: 1 }, '1 escalation from 1 agent'],
  [{ why: 'silent', count: 2, agents: 2 }, '2 silent agents'],
] as const)('%j is headed %s', (group, words) => {
  expect(headingOf(group)).toBe(words)
})

describe('the hint at what tells a person who is away', () => {
  const hint = /`notify:` .* when you are away/u
  const told = (sitting: Sitting) => sitting.state.session.toast?.text ?? ''
  const inAttention = (session: Partial<State['session']>, rows: readonly Row[]) => {
    const sitting = sitAt({ type: 'attention' }, [])
    sitting.state = withSession(sitting.state, { toast: null, ...session })
    sitting.taken()
    return sitting.answerList(rows.length === 0 ? [{ after: null, rows: [], next: null }] : rows)
  }
  const none = { notifies: false, hinted: [] }

  it('comes with the first row, and is kept as given', () => {
    const sitting = inAttention(none, troubles)
    expect(told(sitting)).toMatch(hint)
    expect(sitting.taken()).toContainEqual({ type: 'remember', kept: { hinted: ['notify'] } })
    sitting.state = withSession(sitting.state, { toast: null })
    expect(told(sitting.answerList(troubles))).toBe('')
  })

  it.each<[string, Partial<State['session']>, readonly Row[]]>([
    ['where nothing waits', none, []],
    ['to who named a program', { ...none, notifies: true }, troubles],
    ['twice', { ...none, hinted: ['notify'] }, troubles],
    ['over what is said already', { ...none, toast: { text: 'Saved.', tone: 'plain' } }, troubles],
  ])('does not come %s', (_, session, rows) => {
    expect(told(inAttention(session, rows))).not.toMatch(hint)
  })

  it('does not come in another list', () => {
    const sitting = sitBefore([])
    sitting.state = withSession(sitting.state, { ...none, toast: null })
    expect(told(sitting.answerList([row('A001')]))).toBe('')
  })
})

it('what waits is spoken as one sits down, and where there is more of it', () => {
  const sitting = sitAt({ type: 'sent' }, [row('S001')])
  expect(announce(null, sitting.state)).toContain('3 wait for you')
  const spoken = (groups: readonly AttentionGroup[]) => {
    const before = sitting.state
    sitting.answerHead({ attention: groups })
    return announce(before, sitting.state)
  }
  const asks = { why: 'asks', count: 3, agents: 3 } as const
  const silent = (count: number) => ({ why: 'silent', count, agents: count }) as const
  expect(spoken([asks, silent(2)])).toEqual(['2 silent'])
  expect(spoken([asks, silent(2)])).toEqual([])
  expect(spoken([asks, silent(1)])).toEqual([])
  expect(spoken([{ ...asks, count: 4 }, silent(1)])).toEqual(['An agent waits for you: g! goes there.'])
})

describe('D rules on a deadlocked debate', () => {
  const claim = message('M001', { kind: 'claim', subject: 'CLAIM: Redis', thread: 'M001' })
  const deadlock: Row = {
    ...row('M001', { kind: 'claim', subject: 'CLAIM: Redis', thread: 'M001' }),
    id: 'M001·deadlock',
    trouble: trouble('deadlock', { message: claim, reason: 'too many rounds' }),
  } as Row
  const form = ({ state: { overlay } }: Sitting) =>
    overlay.type === 'form' ? overlay.form.kind : overlay.type

  it('on its row of Attention, which names the key, and in its thread', () => {
    const sitting = sitAt({ type: 'attention' }, [deadlock])
    expect(frameText(sitting.state)).toMatch(/critic +too many rounds · .*Redis.* D /u)
    expect(form(sitting.press('D'))).toBe('rule')
  })

  it('and on nothing else', () => {
    const sitting = sitAt({ type: 'sent' }, [row('S001')]).press('D')
    expect(form(sitting)).toBe('none')
    expect(sitting.state.session.toast?.text).toMatch(/^D works/u)
  })
})
