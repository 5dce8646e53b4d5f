import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/domain/sanitize.ts'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { helpLines, helpOf } from '../../../src/faces/tui/overlays/help/help-lines.ts'
import { openedHelp } from '../../../src/faces/tui/overlays/help/searching-help.ts'
import type { State } from '../../../src/faces/tui/state.ts'
import { lineText } from '../../../src/faces/tui/text/line.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { frameText } from '../../support/screen-text.ts'
import { sitAtBoard } from '../../support/tui-fleet.ts'
import { agent, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const screen = ({ state }: Sitting): string => frameText(state)
const foot = (sitting: Sitting): string => screen(sitting).trimEnd().split('\n').at(-1) ?? ''
const rows = [row('M001'), row('M002')]
const inbox = (): Sitting => sitBefore(rows, { columns: 80, rows: 30 })
/** The title of the first section. */
const first = (sitting: Sitting): string =>
  screen(sitting)
    .split('\n')
    .find((_, at, lines) => lines[at - 1]?.includes('─ Keys'))
    ?.slice(1, 60)
    .trim() ?? ''

describe('the help', () => {
  it.each([
    ['the inbox', inbox, 'Inbox'],
    ['the roster', () => inbox().press('1'), 'Lists'],
    ['the board', () => sitAtBoard(), 'Board of the fleet'],
    ['an agent’s page', () => sitAtBoard().press('Enter'), "An agent's page"],
  ])('begins with the keys of %s', (_, sit, title) => {
    expect(first(sit().press('?'))).toContain(title)
  })

  it('shows what says the words, with the titles of their sections', () => {
    const sitting = inbox().press('?', '/').type('ARCHIVE thread')
    expect(screen(sitting)).toMatch(/\/ARCHIVE thread[\s\S]*Messages[\s\S]*E +archive the whole thread/u)
    expect(screen(sitting)).not.toContain('reply')
    expect(foot(sitting)).toMatch(/^ Enter keep the words {2}Esc show all/u)
    expect(screen(sitting.press('Enter'))).toContain('Keys ⊃ ARCHIVE thread')
    expect(foot(sitting)).toMatch(/\/ search/u)
    expect(sitting.press('q').state.overlay.type).toBe('none')
  })

  it.each([50, 80, 100, 120, 200])('cuts no text on a screen of %i columns', (columns) => {
    const { state } = sitBefore(rows, { columns, rows: 40 }).press('?')
    const text = helpLines(helpOf(state, openedHelp)).map(lineText)
    expect(text.filter((line) => line.includes('…') && !/left out|from … to/u.test(line))).toEqual([])
    expect(Math.max(...text.map((line) => widthOf(plain(line))))).toBeLessThanOrEqual(columns - 4)
  })

  it('shows the legend whole, by its title', () => {
    expect(screen(sitBefore(rows, { columns: 80, rows: 40 }).press('?', '/').type('legend'))).toMatch(
      /● +unread[\s\S]*⇒ +handoff/u,
    )
  })

  it('shows all again once the words are given up, and moves under them', () => {
    const sitting = inbox().press('?', '/').type('a')
    const top = () => (sitting.state.overlay.type === 'help' ? sitting.state.overlay.top : -1)
    sitting.press('Down', 'Down')
    expect(top()).toBe(2)
    sitting.type('r')
    expect(top()).toBe(0)
    sitting.press('Esc')
    expect(sitting.state.overlay).toMatchObject({ type: 'help', typing: false, field: { text: '' } })
    expect(sitting.press('Esc').state.overlay.type).toBe('none')
  })

  it('takes what is pasted for words, never for keys', () => {
    const sitting = inbox().press('?')
    sitting.tell({ type: 'paste', text: 'qarchive' })
    expect(sitting.state.overlay).toMatchObject({ type: 'help', field: { text: '' } })
    sitting.press('/').tell({ type: 'paste', text: 'archive' })
    expect(sitting.state.overlay).toMatchObject({ field: { text: 'archive' } })
  })

  it('is heard: all of it, then what was found', () => {
    const heard: State[] = []
    const sitting = inbox().answerRoster({ agents: [agent('lea')] })
    for (const key of ['?', '/', 'u', 'n', 'd', 'o', 'Enter']) {
      heard.push(sitting.state)
      sitting.press(key)
    }
    const opened = announce(heard[0] ?? null, heard[1] ?? sitting.state)
    expect(opened[0]).toBe('Keys.')
    expect(opened.length).toBeGreaterThan(80)
    expect(announce(heard[3] ?? null, heard[4] ?? sitting.state)).toEqual([])
    const found = announce(heard[6] ?? null, sitting.state)
    expect(found[0]).toMatch(/^\d+ lines found\.$/u)
    expect(found.join('\n')).toMatch(/u +undo/u)
  })
})
