import { describe, expect, it } from 'vitest'
import type { Size, Source } from '../../../src/faces/tui/state.ts'
import { expectFilled, frameText } from '../../support/screen-text.ts'
import { poisoned, sitAt, taken, troubles, waiting } from '../../support/tui-places.ts'
import { row, type Sitting } from '../../support/tui-state.ts'

const sizes: readonly Size[] = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]

const posts = [
  row('P002', { owner: null, status: null, from: 'lea', subject: '', preview: 'Go on.' }),
  row('P001', { owner: null, status: null, from: 'swarm_dev/nux', subject: 'Disk at 91 %' }),
]
const members = ['critic', 'role:judge', '@town', 'group:all', 'rig/*', 'nobody\u001b[2J'].map(
  (id) => ({ type: 'member', id, group: 'ops' }) as const,
)
const owedToMe = {
  ...row('O001', { subject: 'Which seed?' }),
  id: 'O001·swarm_dev/nux',
  who: 'swarm_dev/nux',
}

const scenes: Readonly<Record<string, (size: Size) => Sitting>> = {
  attention: (size) => sitAt({ type: 'attention' }, troubles, size),
  'a queue': (size) => sitAt({ type: 'queue', name: 'work' }, [taken, waiting, poisoned], size),
  'a channel one types in': (size) =>
    sitAt({ type: 'channel', name: 'alerts' }, posts, size).press('m', 'h', 'i'),
  'a tag': (size) => sitAt({ type: 'tag', tag: 'concern:costs' }, posts, size),
  'a group': (size) => sitAt({ type: 'group', name: 'ops' }, members, size),
  'owed to me': (size) => sitAt({ type: 'owed', way: 'to-me' }, [owedToMe], size),
  roster: (size) => sitAt({ type: 'queue', name: 'work' }, [], size).press('1', 'G'),
}

describe.each(sizes)('at $columns×$rows', (size) => {
  it.each(Object.entries(scenes))('%s', (_, scene) => {
    const { state } = scene(size)
    expect(frameText(state)).toMatchSnapshot()
    expectFilled(state)
    expect(frameText(state)).not.toContain('\u001b')
  })
})

const empty: readonly { readonly source: Source; readonly says: string }[] = [
  { source: { type: 'attention' }, says: 'Nothing needs your attention.' },
  { source: { type: 'owed', way: 'by-me' }, says: 'You owe no answers.' },
  { source: { type: 'owed', way: 'to-me' }, says: 'No one owes you an answer.' },
  { source: { type: 'queue', name: 'work' }, says: 'This queue is empty.' },
  { source: { type: 'channel', name: 'alerts' }, says: 'No posts yet.' },
  { source: { type: 'tag', tag: 'project:inscription' }, says: 'No mail to this tag yet.' },
  { source: { type: 'group', name: 'ops' }, says: 'This group has no members.' },
]

it.each(empty)('an empty $source says so: $says', ({ source, says }) => {
  expect(frameText(sitAt(source, []).state)).toContain(says)
})
