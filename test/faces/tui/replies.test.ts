import { describe, expect, it } from 'vitest'
import { frameText } from '../../../components/frame-text.ts'
import { formInput } from '../../../src/faces/tui/compose/form/form.ts'
import { withSession } from '../../../src/faces/tui/state.ts'
import { settingsOf as readLazily, type SettingsFile } from '../../../src/settings.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

/** Every section, as a copy reads them. */
const settingsOf = (files: readonly SettingsFile[]) => ({ ...readLazily(files) })

const replies = {
  later: 'I look at it tomorrow.',
  tests: '{from}, please run the tests first:\nnpm test',
  about: 'About "{subject}", says {me} of {nothing}.',
  ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`n${at}`, `Number ${at}`])),
}

function reading(size = { columns: 160, rows: 40 }): Sitting {
  const sitting = sitBefore([row('M001', { subject: 'Parser' })], size)
  sitting.state = withSession(sitting.state, { replies })
  return sitting.press('Enter').answerThread([message('M001', { subject: 'Parser' })])
}
const form = ({ state }: Sitting) => {
  if (state.overlay.type !== 'form') throw new Error(`The overlay is ${state.overlay.type}`)
  return state.overlay.form
}
const body = (sitting: Sitting) => formInput(form(sitting))['body']

describe('a canned reply', () => {
  it('is chosen by Down and Enter, and inserted where one writes', () => {
    const sitting = reading().press('R').type('Hello. ').press('Alt-r', 'Down', 'Enter').type(' Thanks.')
    expect(body(sitting)).toBe('Hello. critic, please run the tests first:\nnpm test Thanks.')
  })

  it('makes a form of the line', () => {
    expect(body(reading().press('r').type('No. ').press('Alt-r', 'Enter'))).toBe('No. I look at it tomorrow.')
  })

  it('knows the message that is answered, and leaves what it does not know', () => {
    const sitting = reading().press('R', 'Alt-r', 'Down', 'Down', 'Tab')
    expect(body(sitting)).toBe('About "Parser", says lea of {nothing}.')
  })

  it('is not inserted by Esc, and typing goes on', () => {
    const sitting = reading().press('R').type('A').press('Alt-r', 'Esc').type('B')
    expect(body(sitting)).toBe('AB')
  })

  it.each([
    { columns: 200, rows: 50 },
    { columns: 120, rows: 30 },
    { columns: 80, rows: 24 },
    { columns: 50, rows: 20 },
  ])('stands in a menu that keeps the chosen one in view at $columns×$rows', (size) => {
    const sitting = reading(size).press('R', 'Alt-r')
    expect(frameText(sitting.state)).toContain('later: I look at it tomorrow.'.slice(0, 20))
    for (let step = 0; step < 9; step += 1) sitting.press('Down')
    expect(frameText(sitting.state)).toContain('n6: Number 6')
    expect(body(sitting.press('Enter'))).toBe('Number 6')
  })

  it('says where they are written if there are none', () => {
    const sitting = reading()
    sitting.state = withSession(sitting.state, { replies: {} })
    expect(form(sitting.press('R', 'Alt-r')).error).toContain('`replies:` in your config.yaml')
  })
})

describe('the setting', () => {
  const own = (text: string) => settingsOf([{ path: 'user', text, own: true }]).screen.replies

  it('takes a line, or a list of lines', () => {
    expect(own('replies:\n  a: One line.\n  b:\n    - First\n    - "  second"\n  c: [x, y]')).toEqual({
      a: 'One line.',
      b: 'First\n  second',
      c: 'x\ny',
    })
  })

  it('counts only in the own file, and must say something', () => {
    const text = 'replies:\n  a: One line.'
    expect(() => settingsOf([{ path: 'store', text, own: false }])).toThrow('store:1: replies has texts')
    expect(() => own('replies:\n  a:')).toThrow('user:2: replies.a is empty.')
  })
})
