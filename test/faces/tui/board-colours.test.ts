import { describe, expect, it } from 'vitest'
import { barOf } from '../../../src/domain/attention-bar.ts'
import { sgrOf } from '../../../src/faces/tui/terminal/style.ts'
import type { Look } from '../../../src/faces/tui/text/line.ts'
import { themes } from '../../../src/faces/tui/text/theme.ts'
import { boardView } from '../../../src/faces/tui/views/board-view.ts'
import { cellsOf } from '../../support/screen-text.ts'
import { ago, fleetRow, sitAtBoard, someAgents } from '../../support/tui-fleet.ts'
import type { Sitting } from '../../support/tui-state.ts'
import { sitAtAllAttention, sitAtStores, someStores, store, waitingRow } from '../../support/tui-stores.ts'
import {
  debateRow,
  sitAtDebates,
  sitAtQueues,
  sitAtTasks,
  someDebates,
  someTasks,
} from '../../support/tui-work.ts'

const size = { columns: 200, rows: 50 }
const reasons = ['asks', 'escalation', 'deadlock', 'urgent', 'overdue', 'silent', 'failed'] as const
const agents = [
  ...someAgents,
  fleetRow('full', { session: 's', failedToday: 4, unread: 9, oldest: ago(90), owed: 2, reserved: 1 }),
]
const boards: readonly (readonly [string, () => Sitting])[] = [
  [
    'the fleet',
    () =>
      sitAtBoard(agents, size).tell({
        type: 'context-loaded',
        agents: ['full'],
        uses: { full: { tokens: 199_000, window: 200_000 } },
      }),
  ],
  ['tasks', () => sitAtTasks(someTasks, size)],
  ['debates', () => sitAtDebates([...someDebates, debateRow('MORE1')], size)],
  ['queues', () => sitAtQueues(size)],
  [
    'stores',
    () =>
      sitAtStores(
        [
          ...someStores,
          ...reasons.map((why) =>
            store(why, {
              look: {
                bar: barOf([{ why, count: 3, agents: 2 } as never]),
                unread: 4,
                urgent: 1,
                waiting: null,
              },
            }),
          ),
        ],
        size,
      ),
  ],
  [
    'the Attention of all stores',
    () =>
      sitAtAllAttention(
        reasons.map((why) => waitingRow(why, { why } as never)),
        size,
      ),
  ],
]

const states: readonly Look[] = ['good', 'warning']
/** A colour without what is bold or underlined. */
const bare = (codes: string): string => codes.replace(/^(?:[1-9];)*/u, '')

describe.each(boards)('the board of %s', (_, sit) => {
  it('has colours of states in the column of the marks alone, with the word beside the mark', () => {
    const { state } = sit()
    const { board } = state.panes
    const lines = board === null ? [] : boardView(state, board, 198).flatMap(({ rows }) => rows)
    expect(lines.length).toBeGreaterThan(1)
    const coloured = lines.flatMap(({ line }) => {
      let x = 0
      return line.flatMap(({ text, style }) => {
        const at = x
        x += text.length
        return states.includes(style) && text.trim() !== '' ? [`${text.trim()} at ${at}`] : []
      })
    })
    expect(coloured.filter((one) => !/ at [24]$/u.test(one))).toEqual([])
  })

  it('has besides grey and white the accent, the alarm and the two of states', () => {
    const { styles } = themes.dark
    const known = new Set(
      (['accent', 'urgent', 'good', 'warning'] as const).map((look) => bare(styles[look])),
    )
    const shown = new Set(
      cellsOf(sit().state).flatMap(({ glyphs, styles: ids }) =>
        glyphs.flatMap((glyph, x) => {
          const codes = sgrOf(ids[x] ?? 0)
          // A selected row has the same colours, lighter or darker on its ground.
          return glyph.trim() === '' || codes.includes('48;5;') ? [] : [bare(codes)]
        }),
      ),
    )
    const isGrey = (colour: string) =>
      ['', '1', '3', '4', '9'].includes(colour) || /^38;5;(?:23[2-9]|24\d|25[0-5])$/u.test(colour)
    expect([...shown].filter((colour) => !known.has(colour) && !isGrey(colour))).toEqual([])
  })
})
