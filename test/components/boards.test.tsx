import { Box, Text } from 'ink'
import { describe, expect, it } from 'vitest'
import { Page } from '../../components/Page.tsx'
import { Table } from '../../components/Table.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { debateLines } from '../../src/faces/tui/panes/boards/debate-page.ts'
import { word } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import { boardView, type TableView } from '../../src/faces/tui/views/board-view.ts'
import { drawn, wide, widths } from '../support/drawn.tsx'
import { fleetRow, sitAtBoard, someAgents, tellFleet } from '../support/tui-fleet.ts'
import { noon, type Sitting } from '../support/tui-state.ts'
import {
  debateRow,
  sitAtDebates,
  sitAtTasks,
  someDebate,
  someDebates,
  someTasks,
  taskRow,
  tellDebates,
} from '../support/tui-work.ts'

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

/** The only table of a board, with these rows on it. */
function board(sitting: Sitting): TableView {
  const { board } = sitting.state.panes
  if (board === null) throw new Error('no board is open')
  const [view] = boardView(sitting.state, board, sitting.state.session.size.columns)
  if (view === undefined) throw new Error('no table is on the screen')
  return view
}

const heights = { rows: height + 2 }

describe.each(widths)('at %i columns', (width) => {
  const size = { ...heights, columns: width }
  const shown = (sitting: Sitting) => framed(<Table view={board(sitting)} height={height} />, width)

  describe('the board of the fleet', () => {
    it('has its heads, a row for each agent, and says where one is', () => {
      const [title = '', heads = '', ...rows] = shown(sitAtBoard(someAgents, size))
      expect(title).toMatch(/─ Fleet ·.* by state ─╮$/u)
      expect(heads).toMatch(/agent +(?:state▼ +)?work/u)
      const names = /waiting for you|asker|working 1|busy|silent 1|lost|idle 1|calm|ended 1|over/u
      expect(rows.slice(0, 6).map((line) => names.exec(line)?.[0])).toEqual([
        'waiting for you',
        'asker',
        'working 1',
        'busy',
        'silent 1',
        'lost',
      ])
      expect(rows.at(-1)).toContain('1–3 of 5')
    })

    it('marks the selected agent alone', () => {
      const selected = shown(sitAtBoard(someAgents, size).press('j')).filter((line) => line.includes('▸'))
      expect(selected).toHaveLength(1)
      expect(selected[0]).toContain('busy')
    })

    it('says why it is empty', () => {
      const lines = shown(sitAtBoard([], size))
      expect(lines[2]).toContain('No agents are registered.')
      expect(lines.join(' ').replace(/[│ ]+/gu, ' ')).toContain('or `watchpost agents register NAME`.')
    })

    it('stays in its frame with wide names', () => {
      shown(sitAtBoard([fleetRow(`swarm_dev/${'日本'.repeat(40)}`, { session: wide })], size))
    })
  })

  describe('a board of work', () => {
    it('lists tasks below the heads of tasks, and marks the selected one', () => {
      const lines = shown(sitAtTasks(someTasks, size).press('j'))
      expect(lines[1]).toMatch(/title/u)
      expect(lines.filter((line) => line.includes('▸'))).toEqual([lines[3]])
      expect(lines[3]).toContain('Sort the night')
    })

    it('lists debates below the heads of debates', () => {
      const lines = shown(sitAtDebates(someDebates, size))
      expect(lines[1]).toMatch(/topic/u)
      expect(lines[2]).toMatch(/▸ ! .*Which queue/u)
      expect(lines[3]).toContain('Redis for')
    })

    it('stays in its frame with wide titles', () => {
      shown(sitAtTasks([taskRow('x', { title: wide.repeat(30) })], size))
      shown(sitAtDebates([debateRow('x', { topic: wide.repeat(30) })], size))
    })
  })

  it('draws two rows again for a key, and none for a refresh that changed nothing', () => {
    const boards = [
      [sitAtBoard(someAgents, size), (sitting: Sitting) => tellFleet(sitting, structuredClone(someAgents))],
      [
        sitAtDebates(someDebates, size),
        (sitting: Sitting) => tellDebates(sitting, structuredClone(someDebates)),
      ],
    ] as const
    for (const [sitting, tellAgain] of boards) {
      const before = board(sitting).rows
      const moved = board(sitting.press('j')).rows
      expect(moved.filter((row) => !before.includes(row))).toHaveLength(2)
      expect(board(tellAgain(sitting)).rows.filter((row) => !moved.includes(row))).toEqual([])
    }
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
