import { describe, expect, it } from 'vitest'
import type { FleetState } from '../../src/domain/fleet.ts'
import { plain } from '../../src/domain/sanitize.ts'
import { fleetLooks } from '../../src/faces/present-fleet.ts'
import { fleet } from '../../src/faces/tui/panes/boards/fleet.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import { drawn, lineOf, look, lookOf, painted, wide, widths } from '../support/drawn.tsx'
import { TableHeads, TableRow } from '../support/table-row.tsx'
import { ago, fleetRow, someWork } from '../support/tui-fleet.ts'

const row = (
  width: number,
  more: Parameters<typeof fleetRow>[1] = {},
  selected: 'here' | 'no' = 'no',
  name = 'swarm_dev/critic',
) => <TableRow table={fleet} row={fleetRow(name, more)} width={width} selected={selected} />
const states: readonly FleetState[] = ['waiting', 'silent', 'working', 'idle', 'ended']

describe.each(widths)('at %i columns', (width) => {
  const isWhole = (line: string) =>
    expect(widthOf(plain(line.padEnd(width - widthOf(plain(line)) + line.length)))).toBe(width)

  it.each(states)('an agent that is %s has its mark', (state) => {
    const line = lineOf(row(width, { state }), width)
    isWhole(line)
    const { mark, word } = fleetLooks[state]
    expect(line.startsWith(`  ${mark} ${width < 90 ? 'critic' : 'swarm_dev/critic'}`)).toBe(true)
    expect(line.includes(` ${word} `)).toBe(width >= 140)
  })

  it('every number stands below its head', () => {
    const more = {
      state: 'silent' as const,
      work: someWork,
      unread: 12_345,
      oldest: ago(80),
      owed: 3,
      failedToday: 4,
      lastSeen: ago(75),
      session: 's-1',
      pane: '%3',
      reserved: 2,
      bell: 'pane' as const,
    } as const
    const line = lineOf(row(width, more), width)
    const heads = lineOf(<TableHeads table={fleet} width={width} />, width)
    isWhole(line)
    isWhole(heads)
    const told = [
      ['unread', '9999+'],
      ['owed', '3'],
      ['failed', '4'],
      ['lease', '4m'],
      ['since', '12m'],
      ['paths', '2'],
    ] as const
    for (const [head, text] of told) {
      const end = heads.indexOf(` ${head}`) + head.length + 1
      if (end > head.length) expect(line.slice(0, end).endsWith(` ${text}`), head).toBe(true)
    }
    expect(heads.includes('lease')).toBe(width >= 64)
    expect(heads.includes('session')).toBe(width >= 150)
    expect(heads.includes('paths')).toBe(width >= 124)
    expect(/ {2}pane {2}/u.test(line)).toBe(width >= 124)
  })

  it('wide characters and long names keep their columns', () => {
    const work = { ...someWork, subject: wide.repeat(8), task: null, queue: null }
    isWhole(lineOf(row(width, { state: 'working', work }, 'no', `swarm_dev/${'日本'.repeat(30)}`), width))
    expect(lineOf(row(width, { state: 'working', work }), width)).toContain(width < 64 ? '日' : '日本')
  })

  it('an agent that never was heard of, without work, has empty cells', () => {
    const line = lineOf(row(width, { lastSeen: null }), width)
    isWhole(line)
    expect(line).toMatch(/critic +(?:idle +)?never *$/u)
  })
})

describe('the looks of a row', () => {
  const { styles } = themes.colours
  const cell = (more: Parameters<typeof fleetRow>[1], words: string) => lookOf(row(120, more), words)

  it('mark the selected row, and only that one', () => {
    expect(lineOf(row(120, {}, 'here'), 120)).toMatch(/^▸ ◆/u)
    expect(painted(row(120, {}, 'here'))).toContain(`\u001b[${themes.colours.selected}`)
    expect(lineOf(row(120), 120)).toMatch(/^ {2}◆/u)
  })

  it('name an agent as a person, dim where it has ended', () => {
    expect(cell({}, 'swarm_dev')).toBe(look(styles.person))
    expect(cell({ state: 'ended' }, 'swarm_dev')).toBe(look(styles.dim))
  })

  it('warn of a silent agent and of a lease that is over, and show what failed', () => {
    expect(cell({ state: 'silent', lastSeen: ago(40) }, '40m')).toBe(look(styles.bold))
    expect(cell({ work: { ...someWork, until: ago(4) } }, 'over')).toBe(look(styles.urgent))
    expect(cell({ failedToday: 7 }, '7')).toBe(look(styles.urgent))
    expect(cell({ unread: 7 }, '7')).toBe(look(styles.bold))
  })
})

it('control characters of an agent are not drawn', () => {
  const line = drawn(row(120, { session: 'a\u001b[31mb' }, 'no')).join('')
  expect(line).not.toContain('\u001b')
})
