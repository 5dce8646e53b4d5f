import { expect, test } from 'vitest'
import { readAgent } from '../../src/formats/gastown/agent.ts'
import { printBead, readBead } from '../../src/formats/gastown/bead.ts'
import { gastown } from '../../src/formats/gastown/gastown.ts'
import { readMail } from '../../src/formats/gastown/message.ts'
import { printPlace } from '../../src/formats/gastown/place.ts'
import { emptyParcel } from '../../src/formats/parcel.ts'
import { describeFormat } from './conformance.ts'

const mail = {
  id: 'hq-wisp-1',
  from: 'mayor/',
  to: 'greenplace/witness',
  subject: 'MERGE_READY nux',
  body: 'Branch: feature-xyz\nIssue: gp-abc\nPolecat: nux\nVerified: clean',
  timestamp: '2026-03-16T14:30:00Z',
  read: false,
  priority: 'high',
  type: 'task',
}
const bead = {
  id: 'hq-2',
  title: 'Work item',
  description: 'Details',
  status: 'open',
  priority: 1,
  issue_type: 'message',
  assignee: 'gastown/Toast',
  created_at: '2026-03-16T14:30:00+01:00',
  updated_at: '2026-03-16T14:31:00+01:00',
}

describeFormat(gastown, [
  {
    name: 'what gt mail inbox --json prints',
    files: {
      'mail.json': [
        mail,
        {
          ...mail,
          id: 'hq-3',
          from: 'gastown/crew/max',
          to: 'gastown/polecats/Toast',
          read: true,
          type: 'scavenge',
          thread_id: 'thread-0123456789ab',
          reply_to: 'hq-wisp-1',
          cc: ['deacon/'],
          wisp: true,
          delivery_state: 'pending',
        },
        {
          ...mail,
          id: 'hq-4',
          to: '',
          queue: 'builds',
          claimed_by: 'gastown/Toast',
          claimed_at: '2026-03-16T15:00:00Z',
        },
        {
          ...mail,
          id: 'hq-5',
          to: '',
          channel: 'alerts',
          delivery_state: 'acked',
          delivery_acked_by: 'x',
          delivery_acked_at: '2026-03-16T15:00:00Z',
        },
      ],
    },
  },
  {
    name: 'message beads with their labels',
    files: {
      'issues.jsonl': [
        {
          ...bead,
          labels: [
            'gt:message',
            'from:mayor/',
            'msg-type:task',
            'thread:thread-1',
            'reply-to:hq-1',
            'cc:deacon/',
            'delivery:pending',
            'custom',
          ],
        },
        {
          ...bead,
          id: 'hq-6',
          assignee: 'queue:builds',
          labels: [
            'gt:message',
            'from:a',
            'msg-type:notification',
            'queue:builds',
            'claimed-by:gastown/Toast',
            'claimed-at:2026-03-16T15:00:00Z',
          ],
        },
        {
          ...bead,
          id: 'hq-7',
          status: 'closed',
          labels: [
            'read',
            'gt:message',
            'gt:escalation',
            'from:overseer',
            'msg-type:escalation',
            'delivery-acked-by:gastown/Toast',
            'delivery-acked-at:2026-03-16T15:00:00Z',
            'delivery:acked',
          ],
        },
      ],
    },
  },
  {
    name: 'groups, queues and channels',
    files: {
      'issues.jsonl': [
        {
          id: 'hq-group-ops',
          title: 'Group: ops',
          description: 'name: ops\nmembers: gastown/crew/max,*/witness,@town',
          status: 'open',
          issue_type: 'group',
          labels: ['gt:group'],
        },
        {
          id: 'hq-q-builds',
          title: 'Queue: builds',
          description:
            'name: builds\nclaim_pattern: gastown/*\nstatus: paused\nmax_concurrency: 2\nprocessing_order: priority\navailable_count: 1\nprocessing_count: 0\ncompleted_count: 3\nfailed_count: 0',
          status: 'open',
          issue_type: 'queue',
          labels: ['gt:queue'],
        },
        {
          id: 'gt-q-own',
          title: 'Queue: rig/own',
          description:
            'name: rig/own\nclaim_pattern: null\nstatus: active\nmax_concurrency: 0\nprocessing_order: fifo\navailable_count: 0\nprocessing_count: 0\ncompleted_count: 0\nfailed_count: 0',
          status: 'open',
          issue_type: 'queue',
          labels: ['gt:queue'],
        },
        {
          id: 'hq-channel-alerts',
          title: 'Channel: alerts',
          description:
            'name: alerts\nsubscribers: null\nstatus: active\nretention_count: 100\nretention_hours: 0',
          status: 'open',
          issue_type: 'channel',
          labels: ['gt:channel'],
        },
      ],
    },
  },
])

test.each(['a,b', 'a%2Cb', '%252C,', 'read,gt:escalation'])(
  'the comma in %j makes no label of its own',
  (from) => {
    const value = printBead({ ...emptyParcel, id: 'hq-1', from, to: ['x'], sentAt: 1 })
    const labels = value['labels'] as readonly string[]
    expect(labels.filter((label) => label.includes(','))).toEqual([])
    const [found] = readBead(value, 'x')
    expect(found).toMatchObject({ parcel: { from, cc: [], tags: [] } })
  },
)

test.each([
  [
    'a bead',
    () => readBead({ ...bead, labels: ['gt:message', 'from:a', 'claimed-at:2026-03-16T15:00:00Z'] }, ''),
  ],
  ['a listed message', () => readMail({ ...mail, claimed_at: '2026-03-16T15:00:00Z' }, '')],
])('a time of claiming means nothing in direct mail: %s', (_what, read) => {
  expect(read()).toMatchObject([{ parcel: { copies: [{ claimedBy: null, claimedAt: null }] } }])
})

test.each([
  ['its column', { last_activity: '2026-03-16T15:00:00Z' }, Date.UTC(2026, 2, 16, 15)],
  ['a line of its text', { description: 'last_activity: 2026-03-16T15:00:00Z' }, Date.UTC(2026, 2, 16, 15)],
  ['nothing', {}, null],
  ['a word', { last_activity: 'unknown' }, null],
  ['a number', { last_activity: 7 }, null],
  ['the zero time of Go', { description: 'last_activity: 0001-01-01T00:00:00Z' }, null],
])('an agent bead says when the agent was last seen: %s', (_what, more, lastSeen) => {
  const agent = { id: 'gt-gastown-polecat-nux', issue_type: 'agent', status: 'open', ...more }
  expect(readAgent(agent, '')).toMatchObject([{ agent: { address: 'gastown/polecats/nux', lastSeen } }])
})

test('a place says who made it and when, where that is known', () => {
  const group = { type: 'group', name: 'ops', members: [] } as const
  const madeAt = Date.UTC(2026, 2, 16, 15)
  expect(printPlace({ ...group, maker: 'mayor/', madeAt })).toMatchObject({
    created_by: 'mayor/',
    created_at: '2026-03-16T15:00:00Z',
    title: 'Group: ops',
    description: 'name: ops\nmembers: null\ncreated_by: mayor/\ncreated_at: 2026-03-16T15:00:00Z',
  })
  expect(printPlace(group)).not.toHaveProperty('created_by')
  expect(printPlace({ ...group, maker: null, madeAt: null })).not.toHaveProperty('created_at')
})
