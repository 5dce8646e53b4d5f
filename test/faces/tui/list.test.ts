import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortId } from '../../../src/domain/id.ts'
import { freshAround } from '../../../src/faces/tui/panes/inbox/fresh.ts'
import { topOf } from '../../../src/faces/tui/panes/inbox/list.ts'
import { insideOf } from '../../../src/faces/tui/panes/layout.ts'
import type { State } from '../../../src/faces/tui/state.ts'
import { message, row, rowIds, type Sitting, sit, sitBefore } from '../../support/tui-state.ts'

const size = { columns: 120, rows: 12 }

function place({ state }: Sitting) {
  const height = insideOf(state, 'inbox').rows
  const top = topOf(state.panes.list, height)
  return {
    selected: state.panes.list.selected,
    line: state.panes.list.rows.findIndex(({ id }) => id === state.panes.list.selected) - top,
    overlay: state.overlay,
    focus: state.panes.focus,
  }
}

describe('while mail arrives', () => {
  it('keeps the selection, its place on the screen, and what is being typed', () => {
    const key = fc.constantFrom('j', 'k', 'G', 'C-d', 'C-u', 'Space')
    const arrival = fc.array(fc.nat(60), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(fc.oneof(key, arrival), { maxLength: 30 }),
        fc.string({ maxLength: 8 }),
        (story, text) => {
          let ids = [...rowIds(40)]
          const sitting = sitBefore(
            ids.map((id) => row(id)),
            size,
          )
          let came = 0
          for (const step of story) {
            if (typeof step === 'string') {
              sitting.press(step)
              continue
            }
            const typed = sitting.press('/').type(text.replace(/[^a-z]/gu, ''))
            const before = place(typed)
            for (const at of step) ids = [...ids.slice(0, at), `N${came++}`, ...ids.slice(at)]
            sitting.tell({ type: 'changed' }).answerList(ids.map((id) => row(id)))
            expect(place(sitting)).toEqual(before)
            sitting.press('Esc')
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('counts what arrived beyond the screen, and goes there', () => {
    const ids = rowIds(40)
    const sitting = sitBefore(
      ids.map((id) => row(id)),
      size,
    ).press('j')
    sitting.tell({ type: 'changed' }).answerList(['A1', 'A2', ...ids, 'Z1'].map((id) => row(id)))
    expect(sitting.state.panes.list.selected).toBe('M002')
    expect(freshAround(sitting.state.panes.list, 8)).toEqual({ above: 2, below: 1 })
    expect(sitting.press('g', 'n').state.panes.list.selected).toBe('A2')
  })

  it('counts nothing as new that lies beyond the pages it had', () => {
    const ids = rowIds(120)
    const page = (from: number, to: number, next: string | null) => ({
      after: null,
      rows: ids.slice(from, to).map((id) => row(id)),
      next,
    })
    const sitting = sit(size)
      .tell({ type: 'started' })
      .answerList([page(0, 100, 'more')])
    sitting.tell({ type: 'changed' }).answerList([page(1, 110, null)])
    expect(freshAround(sitting.state.panes.list, 8)).toEqual({ above: 0, below: 0 })
    sitting.tell({ type: 'changed' }).answerList([page(1, 120, null)])
    expect(freshAround(sitting.state.panes.list, 8)).toEqual({ above: 0, below: 10 })
  })

  describe('with rows that are not loaded', () => {
    const number = (id: string) => 1 + rowIds(400).indexOf(id)
    const mail = (id: string) => row(shortId(number(id)))
    const page = (ids: readonly string[], next: string | null, after: string | null = null) => ({
      after,
      next,
      rows: ids.map(mail),
    })
    const opened = () =>
      sit(size)
        .tell({ type: 'started' })
        .answerList([page(rowIds(100), 'c100')], { newest: shortId(200) })
    const late = shortId(300)
    const around = ({ state }: Sitting) => freshAround(state.panes.list, 8)

    it('counts mail that sorts behind them, and goes to it', () => {
      const sitting = opened().tell({ type: 'changed' })
      expect(sitting.effects.findLast(({ type }) => type === 'load-list')).toMatchObject({
        since: shortId(200),
      })
      sitting.answerList([page(rowIds(100), 'c100')], { newest: late, below: [late] })
      expect(around(sitting)).toEqual({ above: 0, below: 1 })
      sitting.press('g', 'n')
      expect(sitting.taken().findLast(({ type }) => type === 'load-list')).toMatchObject({
        mode: 'end',
        after: 'c100',
        until: late,
      })
      sitting.answerList([page(['M300', 'M201'], null, 'c100')])
      expect(sitting.state.panes.list.selected).toBe(late)
      expect(around(sitting)).toEqual({ above: 0, below: 0 })
      sitting.tell({ type: 'changed' }).answerList([page([...rowIds(100), 'M300'], null)], { newest: late })
      expect(around(sitting)).toEqual({ above: 0, below: 0 })
    })

    it('goes back to mail that sorts before them', () => {
      const sitting = opened().tell({ type: 'changed' })
      sitting.answerList([page(rowIds(100), null, 'c50')], { newest: late, above: [late] })
      expect(around(sitting)).toEqual({ above: 1, below: 0 })
      sitting.press('g', 'n')
      expect(sitting.taken().findLast(({ type }) => type === 'load-list')).toMatchObject({
        mode: 'end',
        after: null,
        until: late,
      })
    })

    it('counts mail that comes back as old', () => {
      const sitting = opened().tell({ type: 'changed' })
      sitting.answerList([page(rowIds(100).slice(1), null)], { newest: shortId(200) })
      sitting.press('G').tell({ type: 'changed' })
      sitting.answerList([page(rowIds(100), null)], { newest: shortId(200) })
      expect(around(sitting)).toEqual({ above: 0, below: 0 })
    })

    it('counts nothing twice that was on the screen', () => {
      const sitting = opened().tell({ type: 'changed' })
      const urgent = page(['M300', ...rowIds(100)], 'c100')
      sitting.answerList([urgent], { newest: shortId(301), below: [shortId(301)] })
      expect(around(sitting)).toEqual({ above: 1, below: 1 })
      sitting.press('k')
      expect(around(sitting)).toEqual({ above: 0, below: 1 })
      sitting.tell({ type: 'changed' })
      sitting.answerList([urgent], { newest: shortId(301), above: [late], below: [shortId(301)] })
      expect(around(sitting)).toEqual({ above: 0, below: 1 })
    })
  })

  it('goes on with the row that moves up when the selected one leaves', () => {
    const sitting = sitBefore(
      rowIds(5).map((id) => row(id)),
      size,
    ).press('j', 'j', 'e')
    sitting.tell({ type: 'changed' }).answerList(['M001', 'M002', 'M004', 'M005'].map((id) => row(id)))
    expect(sitting.state.panes.list.selected).toBe('M004')
  })

  it('goes on with the row above when the last one leaves', () => {
    const sitting = sitBefore(
      rowIds(3).map((id) => row(id)),
      size,
    ).press('G', 'e')
    sitting.tell({ type: 'changed' }).answerList(['M001', 'M002'].map((id) => row(id)))
    expect(sitting.state.panes.list.selected).toBe('M002')
  })
})

const ids = ({ state }: { readonly state: State }) => state.panes.list.rows.map(({ id }) => id)
const rows = (...wanted: readonly string[]) => wanted.map((id) => row(id))
const took = 'bob archived this: it stays here until you move on'

describe('what somebody else takes from the list while one has it in hand', () => {
  const taken = () =>
    sitBefore(rows('M001', 'M002', 'M003', 'M004'), size)
      .press('j')
      .tell({ type: 'changed' })
      .answerList(rows('M001', 'M003', 'M004'))

  it('stays selected, and one is told by whom', () => {
    const sitting = taken()
    expect(ids(sitting)).toEqual(['M001', 'M002', 'M003', 'M004'])
    expect(sitting.state.panes.list).toMatchObject({ selected: 'M002', line: 1 })
    expect(sitting.taken()).toContainEqual({ type: 'load-taker', message: 'M002', of: 'lea' })
    sitting.tell({ type: 'taken', message: 'M002', text: took })
    expect(sitting.state.session.toast).toEqual({ text: took, tone: 'problem' })
  })

  it('is asked about once, however often the list is read', () => {
    const sitting = taken()
    sitting.taken()
    sitting.tell({ type: 'changed' }).answerList(rows('M001', 'M003', 'M004'))
    expect(ids(sitting)).toContain('M002')
    expect(sitting.taken().some(({ type }) => type === 'load-taker')).toBe(false)
  })

  it.each([
    ['j', 'M003', 1],
    ['k', 'M001', 0],
    ['G', 'M004', 2],
  ] as const)('leaves with %s, and the screen stands still', (pressed, selected, line) => {
    const sitting = taken().press(pressed)
    expect(ids(sitting)).toEqual(['M001', 'M003', 'M004'])
    expect(sitting.state.panes.list).toMatchObject({ selected, line })
  })

  it('is at its end of the list again', () => {
    const first = sitBefore(rows('M001', 'M002'), size).tell({ type: 'changed' }).answerList(rows('M002'))
    expect(ids(first)).toEqual(['M001', 'M002'])
    const alone = sitBefore(rows('M001'), size).tell({ type: 'changed' }).answerList([])
    expect(ids(alone)).toEqual(['M001'])
  })

  it('does not come back with a list that one comes back to', () => {
    const sitting = sitBefore(rows('M001', 'M002'), size)
      .press('j', '1', 'j')
      .answerList(rows('A001'))
      .press('k')
      .answerList(rows('M001'))
    expect(ids(sitting)).toEqual(['M001'])
  })

  it('leaves a thread that is read, and a line that is typed, as they are', () => {
    const sitting = sitBefore(rows('M001', 'M002'), size).press('Enter')
    sitting
      .answerThread([message('M001')])
      .press('r')
      .type('half')
    sitting.tell({ type: 'changed' }).answerList(rows('M002'))
    expect(sitting.state).toMatchObject({
      panes: { focus: 'thread', thread: { anchor: 'M001', opened: true } },
    })
    expect(sitting.state.overlay).toMatchObject({ type: 'reply', message: 'M001' })
    expect(sitting.press('Esc', 'e').state.panes.focus).toBe('thread')
    sitting.answerList(rows('M002'))
    expect(sitting.state).toMatchObject({ panes: { focus: 'inbox', list: { selected: 'M002' } } })
  })

  it('is what one put away oneself once that is answered, and not before', () => {
    const sitting = sitBefore(rows('M001', 'M002', 'M003'), size).press('e')
    sitting.tell({ type: 'done', text: '1 archived', undoable: true }).answerList(rows('M002', 'M003'))
    expect(ids(sitting)).toEqual(['M002', 'M003'])
    sitting.tell({ type: 'changed' }).answerList(rows('M003'))
    expect(ids(sitting)).toEqual(['M002', 'M003'])
  })

  it('is what one put away oneself also where the rows are asked for again before they came', () => {
    const sitting = sitBefore(rows('M001', 'M002', 'M003'), size).press('E')
    sitting.tell({ type: 'done', text: '1 archived', undoable: true }, { type: 'changed' })
    expect(ids(sitting.answerList(rows('M002', 'M003')))).toEqual(['M002', 'M003'])
  })
})

it('a line that is typed into stays on the screen, however small that becomes', () => {
  const sitting = sitBefore(rows('M001', 'M002'), { columns: 160, rows: 40 })
  sitting
    .answerThread([message('M001')])
    .press('r')
    .type('half')
  expect(sitting.state.panes.focus).toBe('inbox')
  sitting.tell({ type: 'resize', columns: 80, rows: 24 })
  expect(sitting.state.panes.focus).toBe('thread')
})

describe('a long list', () => {
  const page = (from: number, next: string | null) => ({
    after: from === 0 ? null : `c${from}`,
    rows: rowIds(1000)
      .slice(from, from + 100)
      .map((id) => row(id)),
    next,
  })

  it('asks for the next page before the selection gets to the end, and once', () => {
    const sitting = sitBefore([], size)
      .tell({ type: 'changed' })
      .answerList([page(0, 'c100')])
    sitting.taken()
    for (let at = 0; at < 70; at++) sitting.press('j')
    const asked = sitting.taken().filter(({ type }) => type === 'load-list')
    expect(asked).toMatchObject([{ after: 'c100', mode: 'forward' }])
    expect(sitting.state.panes.list.selected).toBe('M071')
  })

  it('keeps few pages, and finds its way back', () => {
    const sitting = sitBefore([], size)
      .tell({ type: 'changed' })
      .answerList([page(0, 'c100')])
    for (let from = 100; from < 900; from += 100) {
      for (let at = 0; at < 100; at++) sitting.press('j')
      sitting.answerList([page(from, `c${from + 100}`)])
    }
    const {
      panes: { list },
    } = sitting.state
    expect(list.rows.length).toBeLessThanOrEqual(500)
    expect(list.earlier[0]).toBeNull()
    const first = list.rows[0]?.id
    sitting.taken()
    for (let at = 0; at < 400 && sitting.state.panes.list.fetching === null; at++) sitting.press('k')
    expect(sitting.taken().findLast(({ type }) => type === 'load-list')).toMatchObject({ mode: 'back' })
    expect(sitting.state.panes.list.rows[0]?.id).toBe(first)
  })
})

describe('the way to the end', () => {
  const page = (from: number, next: string | null) => ({
    after: from === 0 ? null : `c${from}`,
    rows: rowIds(100, `P${from}-`).map((id) => row(id)),
    next,
  })

  it('is not cut off by a change in the store, whose rows are read on arrival', () => {
    const sitting = sitBefore([], size)
      .tell({ type: 'changed' })
      .answerList([page(0, 'c100')])
    sitting.press('g', 'g', 'G').taken()
    sitting.tell({ type: 'changed' })
    expect(sitting.taken().filter(({ type }) => type === 'load-list')).toEqual([])
    sitting.answerList([page(100, null)])
    const { list } = sitting.state.panes
    expect(list.selected).toBe(list.rows.at(-1)?.id)
    expect(sitting.taken().filter(({ type }) => type === 'load-list')).toMatchObject([{ mode: 'refresh' }])
  })
})

describe('what was undone', () => {
  const height = insideOf(sitBefore([], size).state, 'inbox').rows
  const ids = rowIds(60)
  const without = (gone: string) => ids.filter((id) => id !== gone).map((id) => row(id))

  it.each([
    { what: 'is beside the selection', gone: 'M031' },
    { what: 'lies just above the screen', gone: `M0${31 - height}` },
    { what: 'lies far above', gone: 'M002' },
    { what: 'lies far below', gone: 'M059' },
  ])('comes into view where it $what', ({ gone }) => {
    const sitting = sitBefore(without(gone), size).press(...Array.from({ length: 30 }, () => 'j'))
    sitting.tell({ type: 'done', text: 'undid', undoable: true, select: gone })
    sitting.answerList(ids.map((id) => row(id)))
    const { selected, line } = place(sitting)
    expect(selected).toBe(gone)
    expect(line).toBeGreaterThanOrEqual(0)
    expect(line).toBeLessThan(height)
  })

  it('moves nothing where it is not listed, then or later', () => {
    const sitting = sitBefore(without('M002'), size).press('j', 'j')
    const before = place(sitting)
    sitting.tell({ type: 'done', text: 'undid', undoable: true, select: 'M002' }).answerList(without('M002'))
    expect(place(sitting)).toEqual(before)
    sitting.tell({ type: 'changed' }).answerList(ids.map((id) => row(id)))
    expect(place(sitting)).toMatchObject({ selected: before.selected })
  })

  it('takes nobody out of a thread that is read', () => {
    const sitting = sitBefore(without('M002'), size).press('Enter')
    sitting.tell({ type: 'done', text: 'undid', undoable: true, select: 'M002' })
    sitting.answerList(ids.map((id) => row(id)))
    expect(place(sitting)).toMatchObject({ selected: 'M001', focus: 'thread' })
  })
})

describe('keys that come faster than the thread', () => {
  const quick = (...keys: readonly string[]) => sitBefore(rows('M001', 'M002'), size).press(...keys)

  it('mean its message', () => {
    expect(quick('Enter', 'r').state.overlay).toMatchObject({ type: 'reply', message: 'M001' })
    expect(quick('Enter', 'e').taken()).toContainEqual({
      type: 'change',
      command: 'mail.archive',
      operation: 'archive',
      targets: [{ id: 'M001', of: null }],
      input: {},
    })
  })
})
