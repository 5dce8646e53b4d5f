import { expect, it } from 'vitest'
import { openingViews } from '../../../src/domain/settings/terminal-settings.ts'
import { initialState } from '../../../src/faces/tui/loop/initial.ts'
import { opensOn } from '../../../src/faces/tui/panes/roster/folding.ts'

const state = initialState(
  { address: 'lea', kind: 'human', principal: null },
  null,
  { columns: 120, rows: 30 },
  0,
)
const views = openingViews.filter((view) => view !== 'auto')

it('every view that can be asked for is one of the roster, and no two are the same', () => {
  const opened = views.map((view) => opensOn(state, view))
  expect(new Set(opened.map(({ panes: { roster } }) => roster.selected)).size).toBe(views.length)
  expect(new Set(opened.map(({ panes: { list } }) => JSON.stringify(list.source))).size).toBe(views.length)
  expect(opened.every(({ panes: { list } }) => list.loading)).toBe(true)
  expect(opensOn(state, 'dead-letters').panes.list.source).toEqual({
    type: 'mailbox',
    owner: 'lea',
    box: 'dead',
  })
})
