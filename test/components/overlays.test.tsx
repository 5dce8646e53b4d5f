import { Box } from 'ink'
import { describe, expect, test } from 'vitest'
import { Choice } from '../../components/Choice.tsx'
import { Help } from '../../components/Help.tsx'
import { Palette } from '../../components/Palette.tsx'
import { Result } from '../../components/Result.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { TooSmall } from '../../components/TooSmall.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { fieldOf } from '../../src/faces/tui/compose/editor/field.ts'
import type { ResultState } from '../../src/faces/tui/model/palette.ts'
import type { HelpView } from '../../src/faces/tui/overlays/help/help-lines.ts'
import { openedHelp } from '../../src/faces/tui/overlays/help/searching-help.ts'
import { paletteLayout } from '../../src/faces/tui/overlays/palette/palette-layout.ts'
import { widthOf } from '../../src/faces/tui/text/text.ts'
import type { HappeningValue } from '../../src/values/statistics-schema.ts'
import { drawn, look, lookOf, wide, widths } from '../support/drawn.tsx'
import { awayValue, happening } from '../support/tui-sheets.ts'
import { noon, sitBefore } from '../support/tui-state.ts'

/** An overlay hangs in the air here: the rows that it takes, without what is left and right of them. */
function boxOf(element: Parameters<typeof drawn>[0]): readonly string[] {
  const lines = drawn(<Box height={24}>{element}</Box>).filter((line) => line.trim() !== '')
  const left = Math.min(...lines.map((line) => line.search(/\S/u)))
  return lines.map((line) => line.slice(left))
}

describe.each(widths)('on a screen of %i columns', (columns) => {
  const size = { columns, rows: 24 }
  const {
    session: { keymap },
  } = sitBefore([], size).state
  const isClosed = (lines: readonly string[]) => {
    expect(new Set(lines.map((line) => widthOf(plain(line)))).size).toBe(1)
    expect(lines[0]).toMatch(/^╭─ .*─╮$/u)
    expect(lines.at(-1)).toMatch(/^╰─.*─╯$/u)
  }

  test('the help lists keys, and says that there are more', () => {
    const help: HelpView = { ...openedHelp, size, keymap, problems: [], here: ['inbox', 'mail'] }
    const lines = boxOf(<Help help={help} />)
    isClosed(lines)
    expect(lines).toHaveLength(22)
    expect(lines[1]).toContain('Inbox')
    expect(lines.at(-1)).toMatch(/↓ \d+ lines/u)
    expect(boxOf(<Help help={{ ...help, top: 3 }} />)[1]).not.toContain('Inbox')
  })

  test('the help shows what is searched for in it, in a box that stays', () => {
    const help: HelpView = { ...openedHelp, size, keymap, problems: [], here: ['inbox', 'mail'] }
    const typed: HelpView = { ...help, field: fieldOf('archive'), typing: true }
    const lines = boxOf(<Help help={typed} />)
    isClosed(lines)
    expect(lines).toHaveLength(22)
    expect(lines[1]).toMatch(/^│ {2}\/archive/u)
    expect(lines.join('\n')).toContain('archive the whole thread')
    expect(lines.join('\n')).not.toContain('reply')
    const kept = boxOf(<Help help={{ ...typed, typing: false }} />)
    isClosed(kept)
    expect(kept).toHaveLength(22)
    expect(kept[0]).toContain('Keys ⊃ archive')
    expect(boxOf(<Help help={{ ...typed, field: fieldOf('qqq') }} />)[2]).toContain('No matches.')
    expect(boxOf(<Help help={{ ...typed, field: fieldOf(wide) }} />)[1]).toContain(wide)
  })

  test('a choice shows whole targets, the chosen one marked', () => {
    const items = ['a.txt', wide.repeat(12)].map((path) => ({ type: 'file', path }) as const)
    const lines = boxOf(<Choice choice={{ type: 'choice', items, chosen: 1 }} size={size} now={0} />)
    isClosed(lines)
    expect(lines[1]).toMatch(/file {2}a\.txt/u)
    expect(lines[2]).toMatch(/▸ file {2}日本/u)
    expect(lines.join('').match(/end/gu)).toHaveLength(12)
    expect(lines.at(-1)).toContain('2 of 2')
  })

  test('a result is read line by line', () => {
    const result: ResultState = {
      type: 'result',
      title: 'whoami',
      value: { address: 'lea', note: wide },
      top: 0,
    }
    const lines = boxOf(<Result result={result} size={size} />)
    isClosed(lines)
    expect(lines[0]).toContain('whoami')
    expect(lines.join('\n')).toMatch(/address +lea/u)
    expect(lines.at(-1)).toContain('q closes')
  })

  test('a sheet fills the screen, empty or not', () => {
    const sheet = (finished: readonly HappeningValue[]) => {
      const counts = { decided: 0, finished: finished.length, failed: 0, handedOn: 0, agents: 0 }
      return {
        type: 'sheet',
        sheet: { type: 'away', since: null, value: awayValue({ finished, counts }) },
        at: 0,
      } as const
    }
    const lines = boxOf(
      <Sheet sheet={sheet([happening('M001', { subject: wide })])} size={size} now={noon} />,
    )
    isClosed(lines)
    expect(lines).toHaveLength(22)
    expect(lines.join('\n')).toMatch(/│ ▸ .*20m .*日本/u)
    expect(boxOf(<Sheet sheet={sheet([])} size={size} now={noon} />)).toHaveLength(22)
  })

  test('the palette shows what is typed and what it may mean', () => {
    const sitting = sitBefore([], size).press(':')
    sitting
      .tell({ type: 'known-loaded', commands: [], addresses: [], drafts: [], templates: [] })
      .type('sent')
    const { state } = sitting
    if (state.overlay.type !== 'palette') throw new Error('The palette is open')
    const lines = boxOf(
      <Palette layout={paletteLayout(state, state.overlay)} chosen={state.overlay.chosen} />,
    )
    isClosed(lines)
    expect(lines[1]).toMatch(/^│ {2}:sent/u)
    expect(lines[2]).toMatch(/▸ view +Sent/u)
    expect(
      lookOf(
        <Box height={24}>
          <Palette layout={paletteLayout(state, state.overlay)} chosen={state.overlay.chosen} />
        </Box>,
        'Sent',
      ),
    ).toBe(look('36'))
    sitting.type('qqq')
    if (sitting.state.overlay.type !== 'palette') throw new Error('The palette is open')
    expect(
      boxOf(<Palette layout={paletteLayout(sitting.state, sitting.state.overlay)} chosen={0} />)[2],
    ).toContain('No matches.')
  })
})

test.each([
  [30, 'watchpost needs 40 columns'],
  [20, 'watchpost needs'],
  [10, '40×10'],
])('a screen of %i columns says what it lacks', (columns, says) => {
  const lines = drawn(<TooSmall size={{ columns, rows: 5 }} />)
  expect(lines.join('\n')).toContain(says)
  expect(lines.filter((line) => widthOf(plain(line)) > columns)).toEqual([])
})
