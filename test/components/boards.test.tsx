import { Box, Text } from 'ink'
import { describe, expect, it } from 'vitest'
import { FleetBoard } from '../../components/FleetBoard.tsx'
import { Page } from '../../components/Page.tsx'
import { WorkBoard } from '../../components/WorkBoard.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { fleetCells } from '../../src/faces/tui/panes/fleet/fleet-cells.ts'
import { debateCells } from '../../src/faces/tui/panes/work/debate-cells.ts'
import { debateLines } from '../../src/faces/tui/panes/work/debate-page.ts'
import { taskCells } from '../../src/faces/tui/panes/work/task-cells.ts'
import { word } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import type { BoardView } from '../../src/faces/tui/views/board-view.ts'
import type { WorkBoardView } from '../../src/faces/tui/views/work-view.ts'
import { drawn, wide, widths } from '../support/drawn.tsx'
import { fleetRow, someAgents } from '../support/tui-fleet.ts'
import { noon } from '../support/tui-state.ts'
import { debateRow, someDebate, someDebates, someTasks, taskRow } from '../support/tui-work.ts'

const height = 9

/** The lines of a framed board, which fills its place exactly. */
function framed(element: Parameters<typeof drawn>[0], width: number, rows = height): readonly string[] {
  // What lies below gives the rows their whole width.
  const below = Array.from({ length: rows }, () => ' '.repeat(width)).join('\n')
  const lines = drawn(
    <Box width={width} height={rows} flexShrink={0}>
      <Text>{below}</Text>
      <Box position="absolute">{element}</Box>
    </Box>,
  )
  expect(lines).toHaveLength(rows)
  expect(new Set(lines.map((line) => widthOf(plain(line))))).toEqual(new Set([width]))
  expect(lines[0]).toMatch(/^╭─ .*╮$/u)
  expect(lines.at(-1)).toMatch(/^╰.*╯$/u)
  return lines
}

const around = {
  ...{ note: [word('by state', 'dim')], position: [word('1–3 of 3', 'dim')], empty: null },
} as const

describe.each(widths)('at %i columns', (width) => {
  describe('the board of the fleet', () => {
    const board = (more: Partial<BoardView> = {}) => {
      const rows = someAgents.map((row) => fleetCells(row, noon))
      const view: BoardView = { ...around, title: [word('Fleet')], rows, selected: null, ...more }
      return framed(<FleetBoard view={view} width={width} height={height} />, width)
    }

    it('has its heads, a row for each agent, and says where one is', () => {
      const [title = '', heads = '', ...rows] = board()
      expect(title).toMatch(/─ Fleet ─.* by state ─╮$/u)
      expect(heads).toMatch(/agent +(?:state +)?work/u)
      expect(rows.slice(0, 5).map((line) => /asker|lost|busy|calm|over/u.exec(line)?.[0])).toEqual([
        ...['asker', 'lost', 'busy', 'calm', 'over'],
      ])
      expect(rows.at(-1)).toContain('1–3 of 3')
    })

    it('marks the selected agent alone', () => {
      const selected = board({ selected: 'swarm_dev/busy' }).filter((line) => line.includes('▸'))
      expect(selected).toHaveLength(1)
      expect(selected[0]).toContain('busy')
    })

    it('says why it is empty', () => {
      const lines = board({ rows: [], empty: 'No agents are registered.', position: [] })
      expect(lines[2]).toContain('No agents are registered.')
      expect(lines.slice(3, -1).join('').replaceAll('│', '').trim()).toBe('')
    })

    it('stays in its frame with wide names', () => {
      board({ rows: [fleetCells(fleetRow(`swarm_dev/${'日本'.repeat(40)}`, { session: wide }), noon)] })
    })
  })

  describe('a board of work', () => {
    const board = (more: Partial<WorkBoardView> = {}) => {
      const view: WorkBoardView = {
        ...{ ...around, view: 'tasks', title: [word('Tasks')], selected: null },
        rows: someTasks.map((task) => ({ type: 'task', key: task.id, ...taskCells(task, noon) })),
        ...more,
      }
      return framed(<WorkBoard view={view} width={width} height={height} />, width)
    }

    it('lists tasks below the heads of tasks, and marks the selected one', () => {
      const lines = board({ selected: 'T-2' })
      expect(lines[1]).toMatch(/title/u)
      expect(lines.filter((line) => line.includes('▸'))).toEqual([lines[3]])
      expect(lines[3]).toContain('Sort the night')
    })

    it('lists debates below the heads of debates', () => {
      const rows = someDebates.map((debate) => ({
        ...{ type: 'debate' as const, key: debate.thread },
        ...debateCells(debate, noon),
      }))
      const lines = board({ view: 'debates', title: [word('Debates')], rows, selected: 'DEAD1' })
      expect(lines[1]).toMatch(/topic/u)
      expect(lines[2]).toMatch(/▸ ! .*Which queue/u)
      expect(lines[3]).toContain('Redis for')
    })

    it('says why it is empty', () => {
      expect(board({ rows: [], empty: 'loading …', position: [] })[2]).toContain('loading …')
    })

    it('stays in its frame with wide titles', () => {
      board({
        rows: [{ type: 'task', key: 'x', ...taskCells(taskRow('x', { title: wide.repeat(30) }), noon) }],
      })
      const debate = debateCells(debateRow('x', { topic: wide.repeat(30) }), noon)
      board({ view: 'debates', rows: [{ type: 'debate', key: 'x', ...debate }] })
    })
  })

  describe('the page of a debate', () => {
    const lines = debateLines(someDebate, width - 4, noon)
    const page = (top = 0, shown = lines) => {
      const view = { title: [word('Debate Which queue')], lines: shown, top }
      return framed(<Page {...view} width={width} height={height} />, width)
    }

    it('says how much is below, and ends where its text ends', () => {
      expect(page().at(-1)).toContain(`↓ ${lines.length - height + 2} more`)
      const end = page(999)
      expect(end.at(-1)).not.toContain('more')
      expect(page(lines.length - height + 2)).toEqual(end)
      expect(page(-3)).toEqual(page())
    })

    it('a short one has nothing below', () => {
      const short = page(0, [[word('looking …')]])
      expect(short[1]).toContain('looking …')
      expect(short.at(-1)).not.toContain('more')
    })

    it('stays in its frame with wide text', () => {
      page(0, [[word(wide.repeat(40))], [word('')]])
    })
  })
})
