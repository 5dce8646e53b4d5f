import { Box } from 'ink'
import { describe, expect, it, test } from 'vitest'
import { Journal } from '../../components/Journal.tsx'
import { Offers } from '../../components/Offers.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { fieldOf } from '../../src/faces/tui/compose/editor/field.ts'
import type { JournalState, Overlay } from '../../src/faces/tui/model/overlay.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'
import type { JournalValue } from '../../src/values/log-schema.ts'
import { covering, drawn, look, lookOf, wide, widths } from '../support/drawn.tsx'
import { ago } from '../support/tui-fleet.ts'
import { noon, sitBefore } from '../support/tui-state.ts'

const entry = (more: Partial<JournalValue> = {}): JournalValue => ({
  change: 1,
  at: new Date(noon).toISOString(),
  what: 'archive',
  doing: 'archiving',
  messages: ['M001'],
  count: 1,
  subject: 'Tests red',
  about: null,
  undoable: true,
  undone: false,
  why: null,
  ...more,
})

function journal(columns: number, changes: JournalState['changes'], chosen = 0, rows = 12) {
  const { session, clock } = sitBefore([], { columns, rows }).state
  return <Journal {...{ session, clock }} journal={{ type: 'journal', changes, chosen }} />
}

/** The box without what is left and right of it. */
function boxOf(element: Parameters<typeof drawn>[0]): readonly string[] {
  const lines = drawn(<Box height={24}>{element}</Box>).filter((line) => line.trim() !== '')
  const left = Math.min(...lines.map((line) => line.search(/\S/u)))
  return lines.map((line) => line.slice(left))
}

describe.each(widths)('the journal at %i columns', (columns) => {
  const box = (changes: JournalState['changes'], chosen = 0) => boxOf(journal(columns, changes, chosen))

  it('lists changes with what they did, and whether they can be undone', () => {
    const lines = box([
      entry({ count: 3 }),
      entry({ undoable: false, why: 'it was delivered', doing: 'sending', about: 'critic' }),
      entry({ undone: true, undoable: false, doing: 'pinning' }),
    ])
    expect(lines[0]).toMatch(/^╭─ Journal · your changes, newest first ─/u)
    expect(lines[1]).toMatch(/^│ {3}age +change .*subject +undo │$/u)
    expect(lines[2]).toMatch(
      columns < 64
        ? /^│ ▸ .*archiving +Tests red.* undoable │$/u
        : /^│ ▸ .*archiving +3.* Tests red.* undoable │$/u,
    )
    expect(lines[3]).toMatch(/^│ {3}.*sending .* Tests red.* final │$/u)
    expect(lines[3]?.includes('critic')).toBe(columns >= 64)
    expect(lines[4]).toMatch(/pinning .* undone │$/u)
    expect(lines.at(-1)).toContain('1 of 3')
  })

  it('names whom it was about where there is room, and keeps the subjects in their column', () => {
    const changes = [entry({ about: 'swarm_dev/implementer' }), entry()]
    const [, heads = '', first = '', second = ''] = box(changes)
    expect(first.includes(' implementer ')).toBe(columns >= 64)
    expect(heads.indexOf('subject')).toBe(first.indexOf('Tests'))
    expect(second.indexOf('Tests')).toBe(first.indexOf('Tests'))
  })

  it('names what has no subject', () =>
    expect(box([entry({ subject: '', about: 'group:reviewers', doing: 'creating a group' })])[2]).toMatch(
      / group:review/u,
    ))

  it('says in its frame why the chosen change is final, and cuts no subject for it', () => {
    const final = entry({ undoable: false, why: 'it was delivered', subject: 'Budget' })
    const lines = box([entry(), final], 1)
    expect(lines[3]).toContain(' Budget ')
    expect(lines.at(-1)).toContain(' final: it was delivered ')
    expect(box([entry(), final], 0).at(-1)).not.toContain('final')
  })

  it('parts this session from earlier ones', () => {
    const text = box([entry(), entry({ at: ago(90), doing: 'pinning' })]).join('\n')
    expect(text).toMatch(/archiving[\s\S]*Before this session[\s\S]*pinning/u)
    expect(box([entry({ at: ago(90) })]).join('\n')).toMatch(/You changed nothing in this session\./u)
  })

  it('says that it is empty, or not there yet', () => {
    expect(box([])[1]).toContain('You changed nothing.')
    expect(box(null)[1]).toContain('looking …')
    expect(box([]).at(-1)).not.toContain(' of ')
  })

  it('keeps the chosen change in sight', () => {
    const many = Array.from({ length: 40 }, (_, at) => entry({ subject: `Change ${at}.` }))
    const lines = box(many, 30)
    expect(lines).toHaveLength(10)
    expect(lines.filter((line) => line.includes('▸')).join('')).toContain('Change 30.')
  })

  it('stays in its frame with wide characters and control characters', () => {
    const lines = box([entry({ subject: `${wide.repeat(30)}\u001b[31m`, about: '日本'.repeat(20) })])
    expect(lines.join('')).not.toContain('\u001b')
    expect(new Set(lines.map((line) => plain(line).at(-1)))).toEqual(new Set(['╮', '│', '╯']))
  })
})

type Prompt = Extract<Overlay, { type: 'prompt' }>

describe('times to choose from', () => {
  const known = { '1h': noon + 3_600_000, 'this evening': noon - 1, friday: null, '2h': noon + 7_200_000 }
  const prompt = (text: string, offers: Prompt['offers'] | null = { texts: ['1h', 'this evening'], known }) =>
    ({
      type: 'prompt',
      command: 'snooze',
      label: plain('Until'),
      subject: null,
      field: fieldOf(text),
      ...(offers !== null && { offers }),
    }) as Prompt
  const shown = (text: string, size = { columns: 80, rows: 24 }) => (
    <Offers prompt={prompt(text)} size={size} now={noon} />
  )

  const hung = (text: string) => <Box height={24}>{shown(text)}</Box>

  test.each(widths)('stand in a box with what they mean, in %i columns', (columns) => {
    const lines = boxOf(shown('', { columns, rows: 24 }))
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^╭─ Until ─+╮$/u)
    expect(lines[1]).toMatch(/^│ {3}1h {17}\w{3} \d+ \w{3} \d\d:\d\d +│$/u)
    expect(lines[2]).toMatch(/this evening +in the past/u)
    expect(lines[3]).toContain('Up Down')
    expect(lines.every((line) => line.length === 44)).toBe(true)
  })

  test('mark the one that is typed, or list it below', () => {
    expect(boxOf(shown('1h'))[1]).toMatch(/^│ ▸ 1h/u)
    const lines = boxOf(shown('2h'))
    expect(lines[3]).toMatch(/^│ ▸ 2h +\w{3} \d+ /u)
    expect(boxOf(shown('friday'))[3]).toMatch(/▸ friday +not a time/u)
    expect(boxOf(shown('not read'))[3]).toMatch(/▸ not read +│$/u)
  })

  test('warn of what is no time to come', () => {
    const { urgent, dim } = themes.colours.styles
    expect(lookOf(hung('friday'), 'not a time')).toBe(look(urgent))
    expect(lookOf(hung(''), 'in the past')).toBe(look(urgent))
    expect(lookOf(hung('1h'), 'Up Down')).toBe(look(dim))
  })

  test('leave no cell of what is below to be seen, also with wide characters', () => {
    const lines = covering(shown('日本'.repeat(12), { columns: 44, rows: 24 }), 44)
    expect(lines.at(-1)).toContain('Up Down')
  })

  test('are not there where nothing is offered, or where there is no room', () => {
    expect(boxOf(<Offers prompt={prompt('', null)} size={{ columns: 80, rows: 24 }} now={noon} />)).toEqual(
      [],
    )
    expect(boxOf(shown('', { columns: 80, rows: 7 }))).toEqual([])
    expect(boxOf(shown('', { columns: 80, rows: 8 }))).toHaveLength(4)
  })
})
