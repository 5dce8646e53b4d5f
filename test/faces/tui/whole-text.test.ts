import { describe, expect, it } from 'vitest'
import { formInput } from '../../../src/faces/tui/compose/form/form.ts'
import type { FormState } from '../../../src/faces/tui/model/form.ts'
import { withSession } from '../../../src/faces/tui/state.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const original = message('M001', { subject: 'Parser', body: 'One.\n\nTwo.' })
const reading = () =>
  sitBefore([row('M001', { subject: 'Parser' })], { columns: 160, rows: 40 })
    .press('Enter')
    .answerThread([original])
const form = ({ state }: Sitting): FormState => {
  if (state.overlay.type !== 'form') throw new Error(`The overlay is ${state.overlay.type}`)
  return state.overlay.form
}
/** What the editor is given. */
const given = (sitting: Sitting): string => {
  const effect = sitting.taken().findLast(({ type }) => type === 'edit-outside')
  if (effect?.type !== 'edit-outside') throw new Error('No editor was asked for')
  return effect.text
}
const written = (sitting: Sitting, text: string) => sitting.tell({ type: 'edited', written: { text } })
const input = (sitting: Sitting) => formInput(form(sitting))

describe('a new message in the editor', () => {
  const composed = () =>
    sitBefore([row('M001')])
      .press('m')
      .type('coo')
      .press('Alt-Enter')
      .type('Hello')

  it('has its headers over its text', () => {
    expect(given(composed().press('C-g'))).toBe('To: coo\nCc:\nSubject:\nKind:\nPriority:\nFiles:\n\nHello')
  })

  it('comes back with all that was changed', () => {
    const sitting = composed().press('C-g')
    written(
      sitting,
      'To: coo, critic\nCc: lea\nSubject: A plan\nPriority: Urgent\nKind:\nFiles: a.md\nFiles: b.md\n\nHello you,\n\nbye\n',
    )
    expect(input(sitting)).toEqual({
      to: ['coo', 'critic'],
      cc: ['lea'],
      subject: 'A plan',
      priority: 'urgent',
      attach: ['a.md', 'b.md'],
      body: 'Hello you,\n\nbye',
    })
    expect(form(sitting).error).toBeNull()
  })

  it('loses a header that was emptied or deleted', () => {
    const sitting = composed().press('C-g')
    written(sitting, 'To:\n\nHello')
    expect(input(sitting)).toEqual({ body: 'Hello' })
  })

  it.each([
    ['without headers', 'Just this.\nTwo: lines', 'Just this.\nTwo: lines'],
    ['that is empty', '', undefined],
    ['without the empty line', 'To: coo\nHello you, one', 'Hello you, one'],
    ['with Windows lines', 'To: coo\r\n\r\nHello\r\nyou', 'Hello\nyou'],
    ['with a folded header', 'To: coo,\n  critic\n\nHello', 'Hello'],
  ])('comes back %s', (_, text, body) => {
    const sitting = composed().press('C-g')
    written(sitting, text)
    expect(input(sitting)['to']).toEqual(text.includes('critic') ? ['coo', 'critic'] : ['coo'])
    expect(input(sitting)['body']).toBe(body)
    expect(form(sitting).error).toBeNull()
  })

  it('is given alone where the setting says so', () => {
    const sitting = composed()
    sitting.state = withSession(sitting.state, { editHeaders: false })
    expect(given(sitting.press('C-g'))).toBe('Hello')
    expect(input(written(sitting, 'Subject: no header'))['body']).toBe('Subject: no header')
  })
})

describe('a header that is not understood', () => {
  it.each([
    ['an unknown one', 'Tpo: bob', 'Unknown header: Tpo. Use To, Cc, Subject, Kind, Priority, Files,'],
    [
      'a word that is none',
      'Priority: hihg',
      'Priority: does not accept hihg. Use urgent, high, normal, low, or nothing.',
    ],
    ['one that is there twice', 'Subject: B', 'Subject: is there twice.'],
  ])('%s is told, goes back to the editor, and is not sent', (_, line, said) => {
    const sitting = sitBefore([row('M001')]).press('m', 'C-g')
    written(sitting, `To: coo\nSubject: A\n${line}\n\nMy text`)
    expect(form(sitting).error).toContain(said)
    expect(input(sitting)).toEqual({ to: ['coo'], subject: 'A', body: 'My text' })
    sitting.press('C-s')
    expect(sitting.taken().map(({ type }) => type)).not.toContain('save-draft')
    expect(form(sitting).error).toContain(`Not sent: this header is not understood: ${line}`)
    const again = given(sitting.press('C-g'))
    expect(again).toMatch(/^To: coo\n[\s\S]*\n\nMy text$/u)
    expect(again).toContain(`\n${line}\n\n`)
    written(sitting, again.replace(`${line}\n`, ''))
    expect(form(sitting).error).toBeNull()
    sitting.press('C-s')
    expect(sitting.taken().map(({ type }) => type)).toContain('save-draft')
  })
})

describe('an answer in the editor', () => {
  const quote = 'critic wrote:\n> One.\n>\n> Two.'

  it('begins with the message that it answers', () => {
    expect(given(reading().press('R', 'C-g'))).toMatch(
      /^Answer: everyone\nCc:\nSubject:\nKind:\nPriority:\nFiles:\n\ncritic wrote:\n> One\.\n>\n> Two\.\n/u,
    )
    expect(given(reading().press('r', 'C-g'))).toContain(quote)
    expect(given(reading().press('R').type('Mine').press('C-g'))).not.toContain(quote)
  })

  it('says nothing while nothing was added to the quotation', () => {
    const sitting = reading().press('R', 'C-g')
    const text = given(sitting)
    expect(input(written(sitting, text))['body']).toBeUndefined()
    sitting.press('C-g')
    expect(input(written(sitting, `${text}Yes.\n`))['body']).toBe(`${quote}\n\nYes.`)
  })

  it('is disarmed', () => {
    const evil = sitBefore([row('M001')], { columns: 160, rows: 40 })
      .press('Enter')
      .answerThread([message('M001', { body: 'x\u001b]52;c;eA==\u0007\u202ey' })])
    expect(given(evil.press('R', 'C-g'))).toContain('> x⟨U+202E⟩y')
  })
})
