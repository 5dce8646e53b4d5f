import { afterAll, describe, expect, it } from 'vitest'
import { plain } from '../../src/domain/sanitize.ts'
import { besideWidth } from '../../src/faces/tui/panes/boards/table.ts'
import type { State } from '../../src/faces/tui/state.ts'
import { parseFrame, type Row } from '../../src/faces/tui/terminal/frame.ts'
import { lineText } from '../../src/faces/tui/text/line.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import type { ThemeName } from '../../src/faces/tui/text/theme.ts'
import { boardView } from '../../src/faces/tui/views/board-view.ts'
import type { FleetRowValue } from '../../src/values/supervision-schema.ts'
import { expectFilled, openFrames } from '../support/screen-text.ts'
import { ago, fleetRow, sitAtBoard, someWork, tellFleet } from '../support/tui-fleet.ts'
import {
  awayValue,
  boxStats,
  happening,
  permissionRequest,
  sitAtAway,
  sitAtMetrics,
  sitBeforeRequest,
  statsValue,
  tellRequest,
} from '../support/tui-sheets.ts'
import { agent, message, noon, row, type Sitting, sitBefore } from '../support/tui-state.ts'
import {
  sitAtAllAttention,
  sitAtStores,
  store,
  tellAllAttention,
  tellStores,
  waitingRow,
} from '../support/tui-stores.ts'
import {
  debateRow,
  queueItem,
  sitAtDebates,
  sitAtQueues,
  sitAtTasks,
  taskRow,
  tellDebates,
  tellTasks,
} from '../support/tui-work.ts'

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 160, rows: 40 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]
const looks: readonly ThemeName[] = ['dark', 'light', 'colours']

/** What agents write: wide letters, clusters, right to left, nothing. */
const words = ['Repair the mill', '日本語の長い件名を直す', '👩‍👩‍👧 sort 🧵', 'שלום עולם', 'e\u0301tude', '']
const word = (at: number): string => words[at % words.length] ?? ''
const named = (at: number): string => `swarm_${at % 8}/${at % 7 === 3 ? '日本' : 'agent'}-${at}`

/** A world is made once for each size of it: the views only draw it. */
function oncePer<T>(make: (count: number) => T): (count: number) => T {
  const made = new Map<number, T>()
  return (count) => {
    const value = made.get(count) ?? make(count)
    made.set(count, value)
    return value
  }
}

/** Agents of every kind: each state, with and without work, numbers, a title, a context. */
const agents = oncePer((count): readonly FleetRowValue[] => {
  const states = ['working', 'idle', 'silent', 'waiting', 'ended', 'idle'] as const
  return Array.from({ length: count }, (_, at) => {
    const state = states[at % states.length] ?? 'idle'
    return fleetRow(named(at), {
      state,
      asks: state === 'waiting' ? { since: ago(at % 90), kind: 'permission', reason: word(at + 1) } : null,
      work: state === 'working' ? { ...someWork, subject: word(at) } : null,
      lastSeen: at % 11 === 0 ? null : ago(at),
      unread: at % 5 === 0 ? 10 ** (at % 6) : 0,
      oldest: at % 5 === 0 ? ago(at * 60) : null,
      owed: at % 4,
      failedToday: at % 13 === 0 ? 3 : 0,
      session: `session-${at}`,
      pane: at % 3 === 0 ? `%${at}` : null,
      pulse: Array.from({ length: 12 }, (__, part) => (at * part) % 9),
      ...(at % 4 === 1 && { title: word(at + 2) }),
      ...(at % 3 === 0 && { context: { tokens: 3_000 * (at + 1), window: at % 2 === 0 ? 200_000 : null } }),
    })
  })
})

/** What an agent has reserved, by the names that agents give to files. */
const reserved = (count: number) =>
  numbers(Math.min(count, 300)).map((at) => ({
    agent: named(at),
    project: word(at) || 'shop',
    path: `src/${word(at + 1)}/${at}.ts`,
    shared: at % 2 === 0,
    since: ago(at),
    until: ago(-at),
  }))

type View = {
  readonly name: string
  readonly sit: (count: number, size: (typeof sizes)[number]) => Sitting
}
type BoardOf = View & {
  /** The same rows again, as a refresh brings them. */
  readonly again: (sitting: Sitting, count: number) => void
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const tasksOf = oncePer((count) => numbers(count).map((at) => taskRow(`T-${at}`, { title: word(at) })))
const debatesOf = oncePer((count) => numbers(count).map((at) => debateRow(`D-${at}`, { topic: word(at) })))
const storesOf = oncePer((count) =>
  numbers(count).map((at) =>
    store(`${word(at)} ${at}`, {
      isHere: at === 0,
      writtenAt: at % 3 === 0 ? null : noon - at * 60_000,
      ...(at % 7 === 3 && { look: null, problem: at % 2 === 0 ? 'gone' : 'locked' }),
    }),
  ),
)
const waitingOf = oncePer((count) =>
  numbers(count).map((at) => waitingRow(`${at}`, { reason: word(at), agent: named(at) })),
)
const statsOf = oncePer((count) =>
  statsValue({ agents: numbers(count).map((at) => boxStats(named(at), { unread: 10 ** (at % 6) })) }),
)
const awayOf = oncePer((count) =>
  awayValue({
    finished: numbers(Math.min(count, 100)).map((at) =>
      happening(`M${at + 100}`, { subject: word(at), by: named(at) }),
    ),
    counts: { decided: 0, finished: count, failed: 0, handedOn: 0, agents: 0 },
  }),
)
const requestOf = oncePer((count) =>
  permissionRequest({
    asked: { tool: 'Write', input: Object.fromEntries(numbers(count).map((at) => [`line ${at}`, word(at)])) },
  }),
)
const queuesOf = oncePer((count) => ({
  ...({ name: 'queues', counts: {} } as const),
  tables: (['available', 'processing', 'failed'] as const).map((name) => {
    const rows = numbers(count).map((at) =>
      queueItem(`${name}-${at}`, { title: word(at), heldBy: named(at) }),
    )
    return { name, count, rows, more: false }
  }),
}))

const onBoards: readonly BoardOf[] = [
  {
    name: 'the fleet',
    sit: (count, size) => sitAtBoard(agents(count), size),
    again: (sitting, count) => tellFleet(sitting, structuredClone(agents(count))),
  },
  {
    name: 'the tasks',
    sit: (count, size) => sitAtTasks(tasksOf(count), size),
    again: (sitting, count) => tellTasks(sitting, structuredClone(tasksOf(count))),
  },
  {
    name: 'the debates',
    sit: (count, size) => sitAtDebates(debatesOf(count), size),
    again: (sitting, count) => tellDebates(sitting, structuredClone(debatesOf(count))),
  },
  {
    name: 'the queues',
    sit: (count, size) => sitAtQueues(size).tell({ type: 'board-loaded', board: queuesOf(count) }),
    again: (sitting, count) =>
      sitting.tell({ type: 'board-loaded', board: structuredClone(queuesOf(count)) }),
  },
  {
    name: 'the stores',
    sit: (count, size) => sitAtStores(storesOf(count), size),
    again: (sitting, count) => tellStores(sitting, structuredClone(storesOf(count))),
  },
  {
    name: 'the Attention of all stores',
    sit: (count, size) => sitAtAllAttention(waitingOf(count), size),
    again: (sitting, count) => tellAllAttention(sitting, structuredClone(waitingOf(count))),
  },
]

const others: readonly View[] = [
  {
    name: 'the main view',
    sit: (count, size) =>
      sitBefore(
        numbers(Math.min(count, 300)).map((at) =>
          row(`M${at + 100}`, { subject: word(at), from: named(at) }),
        ),
        size,
      ).answerRoster({
        agents: [agent('lea', { kind: 'user' }), ...numbers(count).map((at) => agent(named(at)))],
      }),
  },
  {
    name: 'the page of an agent, with what it reserved',
    sit: (count, size) => {
      const sitting = sitAtBoard(agents(count), size).press('Enter')
      const open = sitting.state.panes.board?.page
      if (open?.type !== 'agent') throw new Error('no page is open')
      const mail = [message('M001', { subject: word(1) })]
      const details = { mail, timeline: [], reserved: reserved(count), pane: null }
      return sitting.tell({ type: 'agent-loaded', agent: open.agent, details })
    },
  },
  { name: 'metrics', sit: (count, size) => sitAtMetrics(statsOf(count), size) },
  { name: 'what happened meanwhile', sit: (count, size) => sitAtAway(awayOf(count), size) },
  {
    name: 'a request',
    sit: (count, size) => tellRequest(sitBeforeRequest(size).press('Enter'), requestOf(count)),
  },
]

/** One program for each look, as a person has it. */
const frames = new Map(looks.map((look) => [look, openFrames(look)]))
afterAll(() => {
  for (const one of frames.values()) one.close()
})

function drawnIn(look: ThemeName, state: State): readonly Row[] {
  return parseFrame(frames.get(look)?.draw(state) ?? '')
}

/** The line of some cells; a cell that is empty is the right half of the letter before it. */
function lineOf({ glyphs }: Row, columns: number): string {
  return Array.from({ length: columns }, (_, x) => glyphs[x] ?? ' ').join('')
}

const lettersOf = (rows: readonly Row[]) => rows.map(({ glyphs, end }) => glyphs.slice(0, end).join('\0'))

/** What is broken on the screen: a line too long, a letter cut in half, a glyph that no terminal has. */
function brokenIn(
  rows: readonly Row[],
  { columns, rows: height }: (typeof sizes)[number],
): readonly string[] {
  const broken = rows.length === height ? [] : [`${rows.length} lines`]
  rows.forEach((one, y) => {
    const { glyphs } = one
    if (glyphs.length > columns) broken.push(`line ${y} has ${glyphs.length} columns`)
    glyphs.forEach((glyph, x) => {
      if (glyph === '\ufffd') broken.push(`no letter at ${x}, ${y}`)
      // A wide letter has its right half beside it, within the screen; an empty cell stands behind one alone.
      if (isWide(glyph) && !(glyphs[x + 1] === '' && x + 1 < columns)) broken.push(`${glyph} at ${x}, ${y}`)
      if (glyph === '' && !isWide(glyphs[x - 1] ?? '')) broken.push(`half a letter at ${x}, ${y}`)
    })
  })
  return broken
}

const widths = new Map<string, boolean>()
function isWide(glyph: string): boolean {
  const known = widths.get(glyph)
  if (known !== undefined) return known
  const wide = glyph !== '' && widthOf(plain(glyph)) === 2
  widths.set(glyph, wide)
  return wide
}

/** The rows of a board as its tables draw them. */
function rowsOf({ state }: Sitting) {
  const { board } = state.panes
  if (board === null) throw new Error('no board is open')
  const { columns } = state.session.size
  const width = columns - besideWidth(board.name, columns)
  return boardView(state, board, width).flatMap(({ rows }) => rows)
}

describe.each([60, 2_000])('a world of %i agents', (count) => {
  describe.each(sizes)('at $columns×$rows', (size) => {
    it.each([...onBoards, ...others])('$name fills the screen in every look', ({ sit }) => {
      const sitting = sit(count, size)
      for (const keys of [[], ['j', 'j'], ['G'], ['k']]) {
        sitting.press(...keys)
        const drawn = drawnIn('dark', sitting.state)
        expect(brokenIn(drawn, size)).toEqual([])
        expectFilled(sitting.state, drawn)
      }
      // A look changes no letter.
      const [drawn, ...inOthers] = looks.map((look) => lettersOf(drawnIn(look, sitting.state)))
      for (const other of inOthers) expect(other).toEqual(drawn)
    })

    it.each(onBoards)('$name shows the selected row, wherever it is', ({ sit }) => {
      const sitting = sit(count, size)
      for (const keys of [[], ['C-d'], ['G', 'k'], ['g', 'g', 'j'], ['s', 'G']]) {
        sitting.press(...keys)
        const here = rowsOf(sitting).filter(({ selected }) => selected === 'here')
        expect(here).toHaveLength(1)
        const shown = drawnIn('dark', sitting.state).map((one) => lineOf(one, size.columns))
        const name = lineText(here[0]?.line ?? []).slice(0, 12)
        expect(shown.filter((line) => line.includes(name))).toHaveLength(1)
      }
    })

    it.each(onBoards)(
      '$name draws two rows for a key, and none for a refresh that changed nothing',
      (view) => {
        const sitting = view.sit(count, size)
        const rows = () => rowsOf(sitting)
        const cells = () => drawnIn('dark', sitting.state)
        for (const key of ['j', 'j', 'k']) {
          const before = rows()
          sitting.press(key)
          expect(rows().filter((one) => !before.includes(one)).length).toBeLessThanOrEqual(2)
        }
        const [before, drawn] = [rows(), cells()]
        view.again(sitting, count)
        expect(rows().filter((one) => !before.includes(one))).toEqual([])
        expect(cells().filter((one, y) => one !== drawn[y])).toEqual([])
      },
    )
  })
})
