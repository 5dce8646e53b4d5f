import { expect, it } from 'vitest'
import { message, row, rowIds, sitBefore } from '../../support/tui-state.ts'

const written = rowIds(300).map((id) => message(id, { thread: 'M001', status: 'read' }))
const first = written.slice(0, 100)

const reading = () =>
  sitBefore([row('M001')], { columns: 160, rows: 40 })
    .answerThread(first, 'more')
    .press('Enter')
    .answerThread(first, 'more')

it('goes to the end of a long thread with one key, however often the store changes meanwhile', () => {
  const sitting = reading().press('G')
  sitting.tell({ type: 'changed' })
  expect(sitting.taken()).toContainEqual(
    expect.objectContaining({ type: 'read-thread', message: 'M001', least: 10_100 }),
  )
  sitting.answerThread(written)
  expect(sitting.state.panes.thread?.cursor.message).toBe('M300')
  sitting.press('g', 'g').tell({ type: 'changed' }).answerThread(written)
  expect(sitting.state.panes.thread?.cursor.message).toBe('M001')
})

it('reads on beyond the last message that is there, and stays where it was', () => {
  const sitting = reading()
  for (let at = 0; at < 20; at += 1) sitting.press('PageDown')
  const at = sitting.state.panes.thread?.cursor
  expect(sitting.taken().findLast(({ type }) => type === 'read-thread')).toMatchObject({ least: 200 })
  sitting.answerThread(written.slice(0, 200), 'still more')
  expect(sitting.state.panes.thread?.messages).toHaveLength(200)
  expect(sitting.state.panes.thread?.cursor.message).toBe(at?.message)
  sitting.press('j')
  expect(sitting.state.panes.thread?.cursor.message).not.toBe(at?.message)
})

it('is read anew as far as it was read', () => {
  const sitting = reading().press('G').answerThread(written)
  sitting.tell({ type: 'changed' })
  expect(sitting.taken().findLast(({ type }) => type === 'read-thread')).toMatchObject({ least: 300 })
})
