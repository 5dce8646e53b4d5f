import { describe, expect, it } from 'vitest'
import { taskLooks, tasks } from '../../src/faces/tui/panes/boards/tasks.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import type { TaskRowValue } from '../../src/values/tasks-schema.ts'
import { drawn, lineOf, look, lookOf, painted, wide, widths } from '../support/drawn.tsx'
import { TableHeads, TableRow } from '../support/table-row.tsx'
import { taskRow } from '../support/tui-work.ts'

const row = (width: number, more: Partial<TaskRowValue> = {}, selected: 'here' | 'no' = 'no') => (
  <TableRow table={tasks} row={taskRow('T-1', more)} width={width} selected={selected} />
)

describe.each(widths)('at %i columns', (width) => {
  it.each(['breakpoint', 'running', 'completed'] as const)('a task that is %s has its mark', (status) => {
    const line = lineOf(row(width, { status }), width)
    const { mark, word } = taskLooks[status]
    expect(line.startsWith(`  ${mark} `)).toBe(true)
    expect(line).toMatch(/Title of T-1 .* 5m *$/u)
    expect(line.includes(word)).toBe(width >= 64)
    expect(line.includes('coo')).toBe(width >= 64)
  })

  it('every number stands below its head', () => {
    const heads = lineOf(<TableHeads table={tasks} width={width} />, width)
    const line = lineOf(row(width, { messages: 12_345 }), width)
    for (const [head, text] of [
      ['messages', '12345'],
      ['age', '60m'],
      ['last', '5m'],
    ] as const) {
      const end = heads.indexOf(` ${head}`) + head.length + 1
      if (end > head.length) expect(line.slice(0, end), head).toMatch(new RegExp(` (?:${text}|1h)$`, 'u'))
    }
    expect(heads.includes('messages')).toBe(width >= 90)
    expect(heads.includes('age')).toBe(width >= 64)
    expect(heads.includes(' task ')).toBe(width >= 120)
  })

  it('wide characters and long names keep their columns', () => {
    const long = lineOf(
      row(width, { title: wide.repeat(20), owner: `swarm_dev/${'日本'.repeat(20)}` }),
      width,
    )
    expect(long).toContain('…')
    expect(long).toMatch(/ 5m *$/u)
  })

  it('a task without a title is known by its id', () => {
    expect(lineOf(row(width, { title: '' }), width)).toMatch(/T-1/u)
  })
})

it('a selected task stands out, and only that one', () => {
  expect(lineOf(row(80, {}, 'here'), 80)).toMatch(/^▸ ◐/u)
  expect(painted(row(80, {}, 'here'))).toContain(`\u001b[${themes.colours.selected}`)
  expect(painted(row(80))).not.toContain(`\u001b[${themes.colours.selected}`)
})

it('the title of an open task has weight, that of a completed one has none', () => {
  const { styles } = themes.colours
  expect(lookOf(row(80), 'Title')).toBe(look(styles.bold))
  expect(lookOf(row(80, { status: 'completed' }), 'Title')).toBe(look(''))
  expect(lookOf(row(80, { status: 'breakpoint' }), 'waiting')).toBe(look(styles.warning))
})

it('control characters of a task are not drawn', () => {
  expect(drawn(row(120, { title: 'a\u001b[31mb', owner: 'x\u0007y' })).join('')).not.toMatch(
    /[\u001b\u0007]/u,
  )
})
