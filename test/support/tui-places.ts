import type { Row } from '../../src/faces/tui/model/list.ts'
import { type Size, type Source, withPanes } from '../../src/faces/tui/state.ts'
import type { AttentionRow } from '../../src/values/attention-schema.ts'
import type { PlacesValue } from '../../src/values/places-schema.ts'
import { agent, noon, row, type Sitting, sitBefore } from './tui-state.ts'

export const placesHere: PlacesValue = {
  queues: [
    { name: 'rig/merge', status: 'paused', available: 100, processing: 0, failed: 0 },
    { name: 'work', status: 'active', available: 3, processing: 1, failed: 2 },
  ],
  channels: [
    { name: 'alerts', status: 'active', subscribed: false, posts: 7 },
    { name: 'old', status: 'closed', subscribed: true, posts: 0 },
  ],
  tags: [
    { tag: 'concern:costs', bearers: 0, posts: 1 },
    { tag: 'domain:costs', bearers: 2, posts: 0 },
    { tag: 'project:inscription', bearers: 1, posts: 2 },
  ],
  groups: [{ name: 'ops', members: 2 }],
}

const before = (minutes: number) => new Date(noon - minutes * 60_000).toISOString()

export const taken: Row = row('Q001', {
  owner: 'queue:work',
  status: 'processing',
  lease: { by: 'swarm_dev/nux', until: new Date(noon + 9 * 60_000).toISOString(), attempt: 2 },
})
export const waiting: Row = row('Q002', { owner: 'queue:work', status: 'unread' })
export const poisoned: Row = row('Q003', {
  owner: 'queue:work',
  status: 'failed',
  condition: 'dead',
  deadReason: 'attempts',
})

export const trouble = (
  more: Partial<AttentionRow> & Pick<AttentionRow, 'why' | 'reason'>,
): AttentionRow => ({
  message: null,
  agent: null,
  queue: null,
  swarm: null,
  since: before(6),
  deadline: null,
  request: null,
  loop: null,
  command: 'watchpost',
  ...more,
})

export const troubles: readonly Row[] = [
  {
    ...row('U001', { priority: 'urgent', subject: 'Tests red on main' }),
    id: 'U001·urgent',
    trouble: { ...trouble({ why: 'urgent', reason: 'urgent and unread' }), gravest: true },
  } as Row,
  {
    type: 'trouble',
    id: 'swarm_dev/nux·silent',
    trouble: trouble({ why: 'silent', reason: 'silent, with work in progress', agent: 'swarm_dev/nux' }),
  },
  {
    type: 'trouble',
    id: 'rig/merge·queue-paused',
    trouble: trouble({
      why: 'queue-paused',
      reason: 'paused with 3 waiting',
      queue: 'rig/merge',
      since: null,
    }),
  },
]

/** A person before a place with these rows, the roster loaded. */
export function sitAt(source: Source, rows: readonly Row[], size?: Size): Sitting {
  const sitting = sitBefore([], size)
  const {
    session: { me },
    panes: { list },
  } = sitting.state
  const unread = { urgent: 0, high: 0, normal: 2, low: 0, total: 2 }
  const agents = [agent('swarm_dev/nux', { unread }), agent('critic', { state: 'frozen' }), agent(me.address)]
  sitting.answerRoster({ agents, unread, places: placesHere })
  sitting.answerHead({ attention: [{ why: 'asks', count: 3, agents: 1 }] })
  sitting.state = withPanes(sitting.state, { list: { ...list, source, loading: true } })
  sitting.effects.push({
    type: 'load-list',
    request: sitting.state.panes.asked.list,
    source,
    filter: '',
    mode: 'first',
    after: null,
    rows: 100,
    until: null,
    since: null,
    unfolded: null,
  })
  sitting.answerList(rows.length === 0 ? [{ after: null, rows: [], next: null }] : rows)
  sitting.taken()
  return sitting
}
