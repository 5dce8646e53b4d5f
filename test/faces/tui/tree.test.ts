import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThreadState } from '../../../src/faces/tui/model/thread.ts'
import { linesOf } from '../../../src/faces/tui/panes/thread/thread-moves.ts'
import { treeOf } from '../../../src/faces/tui/panes/thread/tree.ts'
import { rowOf } from '../../../src/faces/tui/terminal/frame.ts'
import { bodyLines } from '../../../src/faces/tui/text/body.ts'
import { colouredLines } from '../../../src/faces/tui/text/body-colours.ts'
import { fitLine, word } from '../../../src/faces/tui/text/line.ts'
import { paint } from '../../../src/faces/tui/text/paint.ts'
import { type Theme, themes } from '../../../src/faces/tui/text/theme.ts'
import type { FullMessageValue } from '../../../src/services/values.ts'
import { frameText } from '../../support/screen-text.ts'
import { message, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

/** `b<a` answers a. */
const thread = (text: string) =>
  text.split(' ').map((word) => ({ id: word.split('<')[0] ?? '', replyTo: word.split('<')[1] ?? null }))
const drawn = (text: string) =>
  treeOf(thread(text))
    .map(({ message, depth }) => `${message.id}${depth}`)
    .join(' ')

describe('a thread as a tree', () => {
  it.each([
    ['a', 'a0'],
    ['a b<a c<b', 'a0 b0 c0'],
    ['a b<a c<a', 'a0 b1 c1'],
    ['a b<a c<a d<b', 'a0 b1 d1 c1'],
    ['a b<a c<a d<b e<b', 'a0 b1 d2 e2 c1'],
    ['b<gone c<b', 'b0 c0'],
    ['a<b b<a', 'a0 b0'],
  ])('%s is drawn %s', (text, expected) => expect(drawn(text)).toBe(expected))

  it.each([
    ['a b<a c<b', 'a b c'],
    ['a b<a c<a', 'a ├b └c'],
    ['a b<a c<a d<b', 'a ├b │d └c'],
    ['a b<a c<a d<b e<b', 'a ├b │├d │└e └c'],
    ['a b<a c<a d<c e<c f<d', 'a ├b └c  ├d  │f  └e'],
  ])('the branches of %s lead on to those below: %s', (text, expected) => {
    const rails = treeOf(thread(text)).map(({ message, branches, joins }) => {
      const above = branches.slice(0, joins ? -1 : undefined).map((more) => (more ? '│' : ' '))
      return `${above.join('')}${joins ? (branches.at(-1) ? '├' : '└') : ''}${message.id}`
    })
    expect(rails.join(' ')).toBe(expected)
  })

  it('shows every message once, whatever answers what', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const messages = fc.uniqueArray(fc.record({ id: ids, replyTo: fc.option(ids) }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(messages, (list) => {
        const shown = treeOf(list).map(({ message }) => message.id)
        expect(shown.toSorted()).toEqual(list.map(({ id }) => id).sort())
      }),
    )
  })
})

function reading(more: Partial<FullMessageValue> = {}): Sitting {
  const body = 'Line one\x1b]52;c;eA==\x07'
  const first = message('M001', { body, attachments: ['a.txt', 'b.txt'], ...more })
  const sitting = sitBefore([row('M001')], { columns: 160, rows: 30 }).press('Enter')
  return sitting.answerThread([
    first,
    message('M002', { replyTo: 'M001', from: 'coo' }),
    message('M003', { replyTo: 'M001', from: 'bob' }),
  ])
}

describe('a message leaves the program', () => {
  it('draws branches where two answer the same', () => {
    const text = frameText(reading().state)
    expect(text).toMatch(/├ ▹ . coo/u)
    expect(text).toMatch(/└ ▹ . bob|└ ▾ . bob/u)
  })

  it.each([
    ['y', { type: 'copy', text: 'M001', what: 'M001' }],
    ['Y', { type: 'copy', what: 'the text of M001' }],
  ])('%s copies', (key, effect) => {
    expect(reading().press(key).effects).toContainEqual(expect.objectContaining(effect))
  })

  it('o offers attachments and links alike, each told in full, and opens the chosen one', () => {
    const links = '[docs](https://a.example/x) and https://a.example/x, [x](javascript:y)'
    const payload = { see: ['(https://b.example/y).'] }
    const sitting = () => reading({ body: links, attachments: ['a.txt', 'b.txt'], payload }).press('o')
    const text = frameText(sitting().state)
    expect(text).toMatch(/▸ file {2}a\.txt +│/u)
    expect(text).toMatch(/link {2}https:\/\/a\.example\/x +│/u)
    expect(text).toMatch(/1 of 4/u)
    expect(sitting().press('j', 'Enter').effects).toContainEqual({ type: 'open-file', path: 'b.txt' })
    expect(sitting().press('C-g').effects).toContainEqual({ type: 'open-file', path: 'a.txt', editor: true })
    expect(sitting().press('G', 'Enter').effects).toContainEqual({
      type: 'open-link',
      target: 'https://b.example/y',
    })
    expect(sitting().press('G', 'y').effects).toContainEqual({
      type: 'copy',
      text: 'https://b.example/y',
      what: 'the link',
    })
    expect(sitting().press('G', 'C-g').state.overlay.type).toBe('choice')
    expect(sitting().press('Esc').state.overlay.type).toBe('none')
  })

  it.each([
    ['a single attachment at once', { attachments: ['a.txt'] }, { type: 'open-file', path: 'a.txt' }],
    ['no link unseen', { body: '[docs](https://a.example)', attachments: [] }, null],
    ['nothing where there is nothing', { body: '[x](file:///etc/passwd)', attachments: [] }, null],
  ])('o opens %s', (_, more, effect) => {
    const { effects } = reading({ body: 'words', ...more }).press('o')
    const opened = effects.filter(({ type }) => type === 'open-file' || type === 'open-link')
    expect(opened).toEqual(effect === null ? [] : [effect])
  })

  it('all of a long target is there to be read, however small the screen', () => {
    const target = `https://a.example/${'abcdefghi/'.repeat(60)}end`
    const sitting = reading({ body: `<${target}>\n\nhttps://b.example`, attachments: [] }).press('o')
    sitting.tell({ type: 'resize', columns: 60, rows: 30 })
    const shown = frameText(sitting.state).replace(/[^a-z/.:]/gu, '')
    expect(shown.replaceAll(/link/gu, '')).toContain(target)
    sitting.tell({ type: 'resize', columns: 40, rows: 10 })
    expect(frameText(sitting.state)).toContain('▸ link  https://a.example/')
    expect(frameText(sitting.press('j').state)).toContain('▸ link  https://b.example/')
  })

  it('| asks for a program, and nothing runs without one', () => {
    const sitting = reading().press('|').type('wc -l').press('Enter')
    expect(sitting.effects).toContainEqual(expect.objectContaining({ type: 'pipe', command: 'wc -l' }))
    expect(
      reading()
        .press('|', 'Enter')
        .effects.some(({ type }) => type === 'pipe'),
    ).toBe(false)
  })

  it('v shows all that is kept, and no control character of it', () => {
    const text = frameText(reading().press('v').state)
    expect(text).toContain('sentAt  2027')
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/u)
  })
})

describe('colours of the writer', () => {
  const loud =
    'a \x1b[1;31mred\x1b[0m \x1b]8;;http://x\x1b\\b\x1b[2J\x9b32mgreen\x07 \x1b[41;31mhid\x1b[8;5;28md\n**c**'
  const looks = (sitting: Sitting, theme: Theme = themes.colours) =>
    linesOf(sitting.state, sitting.state.panes.thread as ThreadState)
      .slice(1, 3)
      .map(({ line }) =>
        paint(line, theme)
          .replace(/\x1b\[90m│ \x1b\[m|\x1b\[2m│ \x1b\[m/u, '')
          .trimEnd(),
      )

  it('are shown on wish alone, and nothing but colours is', () => {
    const sitting = reading({ body: loud })
    expect(looks(sitting)).toEqual(['a red bgreen\u2407 hidd', '\x1b[1mc\x1b[m'])
    sitting.press('z', 'c')
    expect(looks(sitting)).toEqual([
      'a \x1b[1;31mred\x1b[m b\x1b[32mgreen\u2407 \x1b[m\x1b[31mhid\x1b[m\x1b[31md\x1b[m',
      '\x1b[31m**c**\x1b[m',
    ])
    expect(looks(sitting.press('z', 'c'))[1]).toBe('\x1b[1mc\x1b[m')
  })

  it('are not, where no colours are wanted or none were given', () => {
    expect(looks(reading({ body: loud }).press('z', 'c'), themes.mono)[0]).toBe('a red bgreen\u2407 hidd')
    expect(reading({ body: 'plain' }).press('z', 'c').state.session.toast?.text).toContain('no colours')
  })

  it('and those of Markdown make no line longer than it was measured', () => {
    const piece = fc.constantFrom(
      '\x1b[31m',
      '\x1b[m',
      '\u0301',
      'e',
      '日',
      '👩\u200d🚀',
      '\u200d',
      '🏽',
      '\u1112',
      '\u1161',
      '**',
      '`',
      '&amp;',
      '🇩',
      '🇪',
      ' ',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (parts) => {
        const text = parts.join('')
        const lines = [...(colouredLines(text, 12) ?? []), ...bodyLines(text, 12)]
        for (const line of lines)
          for (const theme of [themes.colours, themes.mono, themes.bare]) {
            const row = rowOf(paint(fitLine([word('│'), ...line], 14), theme))
            expect(row.glyphs.length).toBe(14)
          }
      }),
    )
  })
})
