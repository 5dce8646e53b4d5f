import { describe, expect, it } from 'vitest'
import { formInput } from '../../../src/faces/tui/compose/form/form.ts'
import { previewHeads } from '../../../src/faces/tui/compose/form/preview-heads.ts'
import { formPlace, formSize } from '../../../src/faces/tui/compose/writing-keys.ts'
import type { Row } from '../../../src/faces/tui/model/list.ts'
import type { Size } from '../../../src/faces/tui/state.ts'
import { altOrEscape, key } from '../../../src/faces/tui/terminal/key-event.ts'
import { frameText } from '../../support/screen-text.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const wide = { columns: 160, rows: 40 }

const reading = (size: Size = wide, listed: Row = row('M001')) =>
  sitBefore([listed], size)
    .press('Enter')
    .answerThread([message('M001', { body: 'One.\n\n**Two.**' })])

const form = ({ state }: Sitting) => {
  if (state.overlay.type !== 'form') throw new Error(`The overlay is ${state.overlay.type}`)
  return state.overlay.form
}
const body = (sitting: Sitting) => formInput(form(sitting))['body']

describe('a form', () => {
  it.each([
    [200, 28, 86],
    [140, 28, 56],
  ])('has the place of the inbox at %i columns', (columns, x, width) => {
    const { state } = reading({ columns, rows: 40 }).press('R')
    expect(formPlace(state, 40)).toEqual({ x, y: 1 })
    expect(formSize(state)).toEqual({ columns: width, rows: 38 })
  })

  it.each([
    ['139 columns', { columns: 139, rows: 40 }, []],
    ['120 columns', { columns: 120, rows: 30 }, []],
    ['80 columns', { columns: 80, rows: 24 }, []],
    ['a zoomed pane', wide, ['Z']],
  ] as const)('stands below the message with %s', (_, size, keys) => {
    const sitting = reading(size).press(...keys)
    for (const key of ['R', 'F', 'H']) {
      const { state } = sitting.press(key)
      const { x, y } = formPlace(state, size.rows - 4)
      expect({ x, columns: formSize(state).columns }).toEqual({ x: 0, columns: size.columns })
      expect(y + formSize(state).rows).toBe(size.rows - 1)
      const shown = frameText(state).split('\n')
      expect(shown.slice(0, y).join('\n')).toMatch(/Subject of M001[\s\S]*One\.[\s\S]*Two\./u)
      expect(shown[y]).toMatch(/^╭─ /u)
      sitting.press('Esc')
    }
  })

  it.each([
    ['few rows', { columns: 120, rows: 20 }, 'R'],
    ['no message that it is about', { columns: 120, rows: 30 }, 'm'],
  ] as const)('lies over the panes with %s', (_, size, key) => {
    const { state } = reading(size).press(key)
    expect(formPlace(state, size.rows - 4).x).toBe(Math.floor((size.columns - formSize(state).columns) / 2))
  })
})

describe('a quotation', () => {
  const quoted = 'critic wrote:\n> One.\n>\n> **Two.**\n\n'

  it('of the answered message stands where one writes', () => {
    const sitting = reading().press('R').type('Yes. ').press('Alt-q').type('So.')
    expect(body(sitting)).toBe(`Yes. \n\n${quoted}So.`)
  })

  it('makes a form of the line', () => {
    expect(body(reading().press('r').type('No. ').press('Alt-q'))).toBe(`No. \n\n${quoted}`.trimEnd())
  })

  it('is asked for by what a terminal sends for it', () => {
    const sitting = reading()
      .press('R')
      .tell(altOrEscape(key('q', { text: 'q' })))
    expect(body(sitting)).toBe(quoted.trimEnd())
    expect(
      body(
        reading()
          .press('r')
          .tell(altOrEscape(key('q', { text: 'q' }))),
      ),
    ).toBe(quoted.trimEnd())
  })

  it('is refused where nothing is answered', () => {
    expect(form(reading().press('m', 'Alt-q')).error).toBe('No message to quote.')
  })
})

it('an answer that was begun is gone on with', () => {
  const draft = {
    id: 'D1',
    operation: 'reply',
    savedAt: '2027-01-31T11:00:00.000Z',
    sendAt: null,
    fields: { message: 'M001', body: 'Half a sen' },
  }
  const marked: Row = { ...row('M001'), marks: { answered: false, assigned: null, draft } } as Row
  const sitting = reading(wide, marked).press('r').type('tence')
  expect(sitting.state.overlay).toMatchObject({ type: 'form', draft: 'D1' })
  expect(body(sitting)).toBe('Half a sentence')
  expect(reading(wide, marked).press('R').state.overlay).not.toMatchObject({ draft: 'D1' })
})

describe('every preview says to whom, about what and how pressing', () => {
  it.each([
    [
      'R',
      [
        ['To', 'everyone in the thread'],
        ['Cc', 'none'],
        ['Subject', 'Re: Subject of M001'],
        ['Priority', 'normal'],
        ['Files', 'none'],
      ],
    ],
    [
      'm',
      [
        ['To', 'none'],
        ['Cc', 'none'],
        ['Subject', 'the topic in one line'],
        ['Priority', 'normal'],
        ['Files', 'none'],
      ],
    ],
    [
      'H',
      [
        ['To', 'none'],
        ['Cc', 'none'],
        ['Subject', 'Subject of M001'],
        ['Priority', 'normal'],
        ['Files', 'none'],
      ],
    ],
  ])('%s', (key, heads) => {
    expect(previewHeads(form(reading().press(key)))).toEqual(heads)
  })

  it('of an answer to its sender', () => {
    const sitting = reading().press('r').type('Yes').press('Alt-Enter')
    expect(previewHeads(form(sitting))[0]).toEqual(['To', 'critic'])
  })
})
