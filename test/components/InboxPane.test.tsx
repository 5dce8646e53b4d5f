import { expect, test } from 'vitest'
import { InboxPane } from '../../components/InboxPane.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import type { Row } from '../../src/faces/tui/model/list.ts'
import { rowsOverList } from '../../src/faces/tui/panes/inbox/tabs-shown.ts'
import { insideOf } from '../../src/faces/tui/panes/layout.ts'
import { type State, withClock } from '../../src/faces/tui/state.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { inboxView } from '../../src/faces/tui/views/inbox-view.ts'
import { drawn, painted, wide } from '../support/drawn.tsx'
import { openFrames } from '../support/screen-text.ts'
import { sitAt, taken, troubles } from '../support/tui-places.ts'
import { message, row, rowIds, sitBefore } from '../support/tui-state.ts'

const pane = (state: State) => {
  const { columns, rows } = insideOf(state, 'inbox')
  return (
    <InboxPane view={inboxView(state, columns)} width={columns + 2} height={rows + 2 + rowsOverList(state)} />
  )
}
const rows = rowIds(30).map((id) => row(id))

test.each([50, 80, 120, 200])('its rows fill the pane on a screen of %i columns', (columns) => {
  const { state } = sitBefore([row('W001', { from: wide, subject: wide }), ...rows], { columns, rows: 24 })
  const lines = drawn(pane(state))
  expect(lines).toHaveLength(22)
  expect(new Set(lines.map((line) => widthOf(plain(line)))).size).toBe(1)
  expect(lines[1]).toMatch(/who +(?:kind +)?subject .*age/u)
  expect(lines[2]).toContain('日本')
  expect(lines.filter((line) => line.includes('Subject of'))).toHaveLength(18)
})

test('each kind of row has its look', () => {
  const member: Row = { type: 'member', id: 'swarm_dev/nux', group: 'ops' }
  expect(drawn(pane(sitAt({ type: 'group', name: 'ops' }, [member]).state)).join('\n')).toMatch(
    /◆ swarm_dev\/nux/u,
  )
  expect(drawn(pane(sitAt({ type: 'attention' }, troubles).state)).join('\n')).toContain('!  queue rig/merge')
  expect(drawn(pane(sitAt({ type: 'queue', name: 'work' }, [taken]).state)).join('\n')).toContain(
    'nux 9m left',
  )
})

test('an empty list says why', () => {
  expect(drawn(pane(sitBefore([]).state)).join('\n')).toContain('No open mail.')
})

test('a search stands below the rows, which give way to it', () => {
  const lines = drawn(pane(sitBefore(rows, { columns: 120, rows: 24 }).press('f').type('foo').state))
  expect(lines).toHaveLength(22)
  expect(lines.at(-3)).toContain('filter foo')
  expect(lines.filter((line) => line.includes('Subject of'))).toHaveLength(17)
})

test('what is marked is counted in the lower edge', () => {
  const { state } = sitBefore(rows).press('Space', 'Space')
  expect(drawn(pane(state)).at(-1)).toContain('2 selected')
  expect(painted(pane(state))).toContain('+')
})

/** Rows that count how often they are laid out: nothing else asks for a subject. */
function counting(amount: number) {
  const laidOut: string[] = []
  const counted = rowIds(amount).map((id): Row => {
    const own = message(id)
    const { subject } = own
    Object.defineProperty(own, 'subject', {
      enumerable: true,
      get: () => {
        laidOut.push(id)
        return subject
      },
    })
    return { type: 'mail', id, message: own, threadSize: 1, copies: null }
  })
  return { counted, since: () => [...new Set(laidOut.splice(0))].sort() }
}

test('j lays two rows out again, a clock that ticks none, a new width all', () => {
  const { counted, since } = counting(30)
  const sitting = sitBefore(counted, { columns: 200, rows: 24 })
  const frames = openFrames()
  frames.draw(sitting.state)
  expect(since()).toHaveLength(19)
  frames.draw(sitting.press('j').state)
  expect(since()).toEqual(['M001', 'M002'])
  frames.draw(sitting.press('j').state)
  expect(since()).toEqual(['M002', 'M003'])
  frames.draw(withClock(sitting.state, { now: sitting.state.clock.now + 900 }))
  expect(since()).toEqual([])
  frames.draw(sitting.press('Space').state)
  expect(since()).toEqual(['M003', 'M004'])
  frames.draw(sitting.tell({ type: 'resize', columns: 180, rows: 24 }).state)
  expect(since()).toHaveLength(19)
  frames.close()
})
