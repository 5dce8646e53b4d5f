import { expect, test } from 'vitest'
import { adr003 } from '../../src/formats/adr003/adr003.ts'
import { describeFormat } from './conformance.ts'

const handoff = {
  id: 'MSG-abc123def456',
  from_agent: 'architect',
  to_agent: 'implementer',
  swarm_name: 'swarm_dev',
  type: 'handoff',
  subject: 'Implement mailbox system',
  body: 'Work handoff from architect to implementer...',
  payload: {},
  priority: 2,
  created_at: '2026-01-03T14:30:00',
  expires_at: null,
  status: 'unread',
  read_at: null,
  completed_at: null,
  reply_to: null,
  thread_id: null,
  context: {
    work_completed: 'Design complete in MAILBOX_DESIGN.md',
    files_modified: ['workspace/MAILBOX_DESIGN.md'],
    files_created: [],
    current_state: 'Ready for implementation',
    next_steps: ['Create shared/agent_mailbox.py', 'Add unit tests', 'Integrate with agent_executor_pool.py'],
    blockers: [],
    dependencies: [],
    related_escalations: [],
    job_id: null,
    notes: '',
  },
  attachments: ['workspace/MAILBOX_DESIGN.md'],
  tags: ['handoff'],
}

describeFormat(adr003, [
  { name: "the source's file", files: { 'implementer/inbox/MSG-abc123def456.json': handoff } },
  {
    name: 'microseconds, a verdict, an archive',
    files: {
      'swarm_dev_critic/archive/MSG-000000000001.json': {
        ...handoff,
        id: 'MSG-000000000001',
        to_agent: 'swarm_dev/critic',
        type: 'response',
        created_at: '2026-01-03T14:30:00.123456',
        payload: { verdict: 'NEEDS_CHANGES', issue_count: 3 },
        status: 'archived',
        read_at: '2026-01-03T15:00:00.000001',
        completed_at: '2026-01-03T15:30:00',
        reply_to: 'MSG-abc123def456',
        thread_id: 'MSG-abc123def456',
        priority: 4,
      },
    },
  },
  ...(['unread', 'read', 'processing', 'completed'] as const).map((status, at) => ({
    name: `an archive whose file has the word ${status}`,
    files: {
      [`bob/archive/MSG-00000000000${at + 2}.json`]: {
        ...handoff,
        id: `MSG-00000000000${at + 2}`,
        to_agent: 'bob',
        status,
        read_at: status === 'unread' ? null : '2026-01-03T15:00:00',
        completed_at: status === 'completed' ? '2026-01-03T15:30:00' : null,
      },
    },
  })),
])

test.each(['unread', 'completed', 'archived'])('archived mail of the system stays there: %s', (status) => {
  const path = 'system/archive/MSG-000000000009.json'
  const file = { ...handoff, id: 'MSG-000000000009', to_agent: 'system', status }
  const [found] = adr003.partOf(path)?.read(file, path) ?? []
  if (found?.type !== 'parcel') throw new Error('A message was read')
  const [piece] = adr003.print({ ...found.parcel, copies: [] })
  expect(piece).toMatchObject({ path, value: { status: 'archived' } })
})

test.each([
  ['a type', { type: 'memo' }],
  ['a type in capitals', { type: 'REQUEST' }],
  ['priority 0', { priority: 0 }],
  ['priority 5', { priority: 5 }],
  ['a priority between two', { priority: 2.5 }],
  ['a priority in words', { priority: 'high' }],
])('%s that the source does not know is refused', (_, wrong) => {
  const part = adr003.partOf('implementer/inbox/MSG-abc123def456.json')
  expect(part?.read({ ...handoff, ...wrong }, 'there')).toMatchObject([{ type: 'skipped', where: 'there' }])
})
