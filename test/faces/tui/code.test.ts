import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { sanitize } from '../../../src/domain/sanitize.ts'
import { bodyLines } from '../../../src/faces/tui/text/body.ts'
import { codeSpans, hasCode, languageOf, withinLimits } from '../../../src/faces/tui/text/code-parts.ts'
import { colourCode } from '../../../src/faces/tui/text/colour-code.ts'
import { message, row, sitBefore } from '../../support/tui-state.ts'

const languages = [
  'ts',
  'js',
  'json',
  'bash',
  'sh',
  'console',
  'python',
  'py',
  'go',
  'rust',
  'rs',
  'sql',
  'yaml',
  'yml',
  'diff',
  'patch',
  'html',
  'xml',
  'css',
  'c',
  'cpp',
  'java',
  'markdown',
  'md',
]

describe('code', () => {
  test.each([
    ['ts', 'const a = "x" // y', ['code-keyword:const', 'code-text:"x"', 'code-comment:// y']],
    ['json', '{"a": 1, "b": null}', ['code-name:"a"', 'code-number:1', 'code-keyword:null']],
    ['bash', 'echo "$HOME" # x', ['code-keyword:echo', 'code-comment:# x']],
    ['python', 'def f(): return 1', ['code-keyword:def', 'code-name:f', 'code-number:1']],
    ['go', 'func f() {}', ['code-keyword:func', 'code-name:f']],
    ['rust', 'let x = 1;', ['code-keyword:let', 'code-number:1']],
    ['sql', 'SELECT 1 FROM a', ['code-keyword:SELECT', 'code-number:1', 'code-keyword:FROM']],
    ['yaml', 'a: "b"', ['code-name:a:', 'code-text:"b"']],
    ['diff', '+ new\n- old', ['code-added:+ new', 'code-removed:- old']],
    ['html', '<a href="x">', ['code-name:a', 'code-text:"x"']],
    ['css', 'a { color: red }', ['code-name:a', 'code-name:color']],
    ['c', 'int f() { return 1; }', ['code-keyword:int', 'code-number:1']],
    ['java', 'class A {}', ['code-keyword:class', 'code-name:A']],
  ])('%s has its looks', (language, code, wanted) => {
    const spans = codeSpans(sanitize(code), language, colourCode).map(({ style, text }) => `${style}:${text}`)
    expect(spans).toEqual(expect.arrayContaining(wanted))
  })

  test.each(languages)('%s is known', (language) => {
    expect(colourCode('a', language)).not.toBeNull()
  })

  it.each([
    ['an unknown language', 'brainfuck', '+++'],
    ['none', '', 'const a'],
    ['more than anybody reads', 'ts', 'const a\n'.repeat(500)],
    ['a very long line', 'ts', `const a = ${'1 + '.repeat(400)}`],
  ])('of %s is one piece', (_, language, code) => {
    const spans = codeSpans(sanitize(code), language, withinLimits(colourCode))
    expect(spans).toEqual([{ text: code, style: 'code' }])
  })

  it('of a body is coloured up to a limit', () => {
    const body = Array.from({ length: 12 }, () => `\`\`\`ts\n${'const a = 1\n'.repeat(200)}\`\`\``).join(
      '\n\n',
    )
    const lines = bodyLines(body, 80, colourCode)
    const coloured = lines.flat().filter(({ style }) => style === 'code-keyword').length
    expect(coloured).toBeGreaterThan(700)
    expect(coloured).toBeLessThan(12 * 200)
  })

  it('keeps every letter, whatever it is, and has no look of ours', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        '`',
        '${',
        '}',
        '/*',
        '*/',
        '//',
        '<',
        '>',
        '\\',
        '#',
        'def ',
        '---\n',
        '```',
      ),
      fc.constantFrom('\u001b[31m', '\u0301', '日本', '👩‍🚀', '\u202e', '\n', '    ', '&lt;', '<!--'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    const texts = fc.array(piece, { maxLength: 30 }).map((parts) => sanitize(parts.join('')))
    fc.assert(
      fc.property(texts, fc.constantFrom(...languages), (code, language) => {
        const spans = codeSpans(code, language, colourCode)
        expect(spans.map(({ text }) => text).join('')).toBe(code)
        expect(spans.every(({ style }) => style !== 'section')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['```ts\nx\n```', true],
    ['- a\n  ```sh\n  x\n  ```', true],
    ['~~~python\nx\n~~~', true],
    ['```\nx\n```', false],
    ['a ```ts b', false],
  ])('in %j is asked for: %s', (body, asks) => {
    expect(hasCode(body)).toBe(asks)
  })

  test.each([
    ['ts', 'ts'],
    ['TypeScript title="x"', 'typescript'],
    ['c++', 'c++'],
    [undefined, ''],
    ['{.js}', ''],
  ])('behind a fence %j names %j', (info, language) => {
    expect(languageOf(info)).toBe(language)
  })
})

it('what colours code is loaded with the first that is shown, once', () => {
  const body = 'look:\n\n```ts\nconst a = 1\n```'
  const sitting = sitBefore([row('M001'), row('M002')], { columns: 160, rows: 30 })
  const asked = () => sitting.taken().filter(({ type }) => type === 'load-colours').length
  sitting.answerThread([message('M001')])
  expect(asked()).toBe(0)
  sitting.press('j').answerThread([message('M002', { body })])
  expect(asked()).toBe(1)
  sitting.press('k', 'j').answerThread([message('M002', { body })])
  expect(asked()).toBe(0)
})
