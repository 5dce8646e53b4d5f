import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { bodyLines, contextLines, lineText, payloadLines } from '../../../src/faces/tui/text/body.ts'
import { compactJson } from '../../../src/faces/tui/text/body-payload.ts'
import type { Line } from '../../../src/faces/tui/text/body-span.ts'
import { widthOf } from '../../../src/faces/tui/text/text.ts'
import { cpuTime } from '../../support/cpu-time.ts'

const texts = (lines: readonly Line[]) => lines.map(lineText)
const stylesOf = (lines: readonly Line[]) => lines.flat().map(({ text, style }) => `${style}:${text.trim()}`)
const control = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const expectDrawable = (lines: readonly Line[], columns: number) => {
  for (const line of lines) {
    for (const span of line) expect(span.text).not.toMatch(control)
    expect(widthOf(lineText(line))).toBeLessThanOrEqual(columns)
  }
}

describe('Markdown', () => {
  test.each([
    ['a heading', '# Title\ntext', ['Title', '', 'text']],
    ['line breaks stay', 'one\ntwo', ['one', 'two']],
    ['a list', '- a\n- b\n  - c', ['• a', '• b', '  • c']],
    ['a numbered list', '9. a\n10. b', [' 9. a', '10. b']],
    ['tasks', '- [x] done\n- [ ] open', ['• [x] done', '• [ ] open']],
    ['a quote', '> q\n> r', ['│ q', '│ r']],
    ['code as it is', '```ts\nif (a) {\n    b()\n}\n```', ['  if (a) {', '      b()', '  }']],
    ['a link tells where it leads', '[docs](https://evil.example/x)', ['docs (https://evil.example/x)']],
    [
      'a link whose words lie',
      '[https://bank.example](https://evil.example)',
      ['https://bank.example', '(https://evil.example/)'],
    ],
    [
      'a long target by its host',
      `[a](https://evil.example/${'x'.repeat(200)})`,
      ['a (https://evil.example/… 221', 'characters)'],
    ],
    ['a link of another scheme tells it', '[x](javascript:alert)', ['x (javascript:alert)']],
    [
      'a link with a name before its host',
      '[x](https://bank@evil.example)',
      ['x (https://bank@evil.example)'],
    ],
    ['an image tells where it lies', '![x](https://a.example/b.png)', ['[x] (https://a.example/b.png)']],
    ['an address is itself', '<me@a.example>', ['me@a.example']],
    ['a bare link is itself', '<https://a.example/b>', ['https://a.example/b']],
    ['HTML is text', 'a <b>b</b>', ['a <b>b</b>']],
    ['an HTML block is text', '<script>\nx\n</script>', ['<script>', 'x', '</script>']],
    ['entities', 'a &amp; b &lt;c&gt;', ['a & b <c>']],
    [
      'a table',
      '| a | bb |\n|--:|---|\n| 1 | **2** |',
      ['  a │ bb ', '────┼────', '  1 │ 2  '].map((l) => l),
    ],
  ])('%s', (_name, markdown, lines) => {
    expect(texts(bodyLines(markdown, 40)).map((line) => line.trimEnd())).toEqual(
      lines.map((line) => line.trimEnd()),
    )
  })

  test('emphasis has its style', () => {
    expect(stylesOf(bodyLines('a **b** *c* `d` ~~e~~', 40))).toEqual([
      'plain:a',
      'bold:b',
      'plain:',
      'italic:c',
      'plain:',
      'code:d',
      'plain:',
      'strike:e',
    ])
  })

  test('words and target lead where the target says, and nothing else does', () => {
    const spans = bodyLines(
      'a [b **c**](https://d.example/x) <https://e.example> [f](g) www.h.example',
      200,
    ).flat()
    expect(spans.map(({ text, link }) => `${text}|${link ?? ''}`)).toEqual([
      'a |',
      'b |https://d.example/x',
      'c|https://d.example/x',
      ' (|',
      'https://d.example/x|https://d.example/x',
      ')|',
      ' |',
      'https://e.example|https://e.example/',
      ' |',
      'f|',
      ' (g)|',
      ' |',
      'www.h.example|http://www.h.example/',
    ])
  })

  test('long items hang', () => {
    expect(texts(bodyLines('- one two three four', 12))).toEqual(['• one two', '  three four'])
  })

  test('what is too long for its cell goes on below', () => {
    const lines = bodyLines('| a | b |\n|---|---|\n| one two three four | y |\n| five | z |', 20)
    expect(texts(lines)).toEqual([
      'a              │ b  ',
      '───────────────┼────',
      'one two three  │ y  ',
      'four           │    ',
      '───────────────┼────',
      'five           │ z  ',
    ])
    expectDrawable(lines, 20)
  })

  test('a cell that would fill the screen is cut', () => {
    const lines = bodyLines(`| a | b |\n|---|---|\n| ${'x'.repeat(600)} | y |`, 20)
    expect(lines).toHaveLength(2 + 12)
    expect(texts(lines).at(-1)).toMatch(/^x+… │ +$/u)
    expectDrawable(lines, 20)
  })

  test('links in a table lead where they say; of one that is cut nothing is left to follow', () => {
    const table = '| a | b |\n|---|---|\n| [x](https://d.example/y) | **z** |\n| <https://e.example> | `w` |'
    const linked = (columns: number) =>
      bodyLines(table, columns)
        .flat()
        .filter(({ link }) => link !== undefined)
        .map(({ text, link }) => `${text}|${link ?? ''}`)
    expect(linked(60)).toEqual([
      'x|https://d.example/y',
      'https://d.example/y|https://d.example/y',
      'https://e.example|https://e.example/',
    ])
    expect(linked(24)).toEqual(['https://e.example|https://e.example/'])
    expect(linked(12)).toEqual([])
    for (const columns of [2, 9, 12, 24, 60]) expectDrawable(bodyLines(table, columns), columns)
  })

  test('no body can have the look of our headings', () => {
    const lines = bodyLines('# a\n\n---\n\n─ work completed ───', 60)
    expect(lines.flat().some(({ style }) => style === 'section')).toBe(false)
  })
})

describe('hostile bodies', () => {
  test.each([
    ['an entity that spells ESC', 'a &#27;]52;c;eA== &#x1b;[2J &#155;31m b'],
    ['an entity that spells a bidirectional control', 'a &#8238; b &rlm;'],
    ['OSC in a link', '[a\u001b]0;x\u0007b](http://h/\u001b]52;c;x\u0007)'],
    ['control characters in code', '```\na\u0008\u001b[31m\n```'],
    ['an unfinished sequence', '\u001b]0;'],
    ['C1', '\u009d52;c;x\u009c'],
    ['a link with controls in its host', '[a](<x\u001b[1m>)'],
  ])('%s', (_name, markdown) => {
    for (const columns of [2, 5, 10, 80]) expectDrawable(bodyLines(markdown, columns), columns)
  })

  test.each([
    ['quotes', '>'.repeat(60_000)],
    ['lists', Array.from({ length: 250 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n')],
    ['list markers', '- '.repeat(30_000)],
    ['emphasis', '_a'.repeat(30_000)],
    ['addresses', `${'a.'.repeat(30_000)}@`],
    ['brackets', '['.repeat(60_000)],
    ['many paragraphs', `${'_a'.repeat(1000)}\n\n`.repeat(30)],
    ['a wide table', `${'|a'.repeat(9000)}|\n${'|-'.repeat(9000)}|\n`],
    ['long', 'word '.repeat(1_000_000)],
  ])('%s cost little', (_name, markdown) => {
    const started = cpuTime()
    expectDrawable(bodyLines(markdown, 60).slice(0, 500), 60)
    expect(cpuTime() - started).toBeLessThan(2500)
  })

  test('a very long body says what is not shown', () => {
    expect(texts(bodyLines('word '.repeat(100_000), 60)).at(-1)).toBe(
      '… 237,856 more characters, not shown: C-g opens all',
    )
  })

  test('anything is drawable at any width', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '# ',
        '> ',
        '- ',
        '1. ',
        '```\n',
        '| a | b |\n|---|---|\n',
        '**',
        '_',
        '`',
        '[x](',
        ')',
        '<b>',
        '&#27;',
        '\u001b[31m',
        '\u001b]52;c;',
        '\u0007',
        '\u009b',
        '\n',
        '\n\n',
        '    ',
        '日本',
        '👩‍🚀',
        '\u202e',
        '\t',
        '---\n',
        '- [x] ',
        '![i](u)',
        '\\',
        '&amp;',
        '\r',
        'ᄀᄀᄀ',
        'e\u0301',
      ),
      fc.string({ maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 2, max: 90 }), (pieces, columns) => {
        expectDrawable(bodyLines(pieces.join(''), columns), columns)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('context and payload', () => {
  const handoff = {
    work_completed: 'Design approved',
    files_modified: ['DESIGN.md'],
    files_created: [],
    current_state: 'Ready',
    state_file: null,
    next_steps: ['Write store.py', 'Add tests'],
    blockers: [],
    dependencies: [],
    related_escalations: [],
    job_id: null,
    notes: '',
  }

  test('a handoff by sections', () => {
    expect(texts(contextLines(handoff, 22))).toEqual([
      '─ work completed ─────',
      'Design approved',
      '─ current state ──────',
      'Ready',
      '─ next steps ─────────',
      '1. Write store.py',
      '2. Add tests',
      '─ files modified ─────',
      '• DESIGN.md',
    ])
  })

  test('long lists are cut and counted', () => {
    const steps = Array.from({ length: 80 }, (_, at) => `step ${at + 1}`)
    expect(texts(contextLines({ ...handoff, next_steps: steps }, 40))).toContain('… 40 more')
  })

  test('what a handoff does not know is not lost', () => {
    expect(texts(contextLines({ ...handoff, verdict: 'OK' }, 40)).at(-1)).toBe('verdict  OK')
  })

  test('other JSON as keys and values', () => {
    const payload = { verdict: 'NEEDS_CHANGES', score: 3, deep: { a: [1, { b: null }] }, files: ['a', 'b'] }
    expect(texts(payloadLines(payload, 40))).toEqual([
      'verdict  NEEDS_CHANGES',
      'score    3',
      'deep     {"a":[1,{"b":null}]}',
      'files    a',
      '         b',
    ])
    expect(payloadLines(null, 40)).toEqual([])
    expect(texts(payloadLines({}, 40))).toEqual([])
    expect(texts(payloadLines([1, 2], 40))).toEqual(['1', '2'])
    expect(texts(payloadLines({ list: Array.from({ length: 50 }, (_, at) => at) }, 40)).at(-1)).toContain(
      '40 more',
    )
  })

  test('nested values stay short, however large they are', () => {
    const deep = Array.from({ length: 5000 }).reduce<Json>((inner) => [inner], 1)
    expect(compactJson(deep)).toBe('[[[[[[[…]]]]]]]')
    expect(compactJson({ a: Array.from({ length: 1_000_000 }, () => 1) }).length).toBeLessThan(450)
  })

  test('anything is drawable', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
        fc.integer({ min: 2, max: 60 }),
        (value, columns) => {
          const json = value as Json
          expectDrawable(payloadLines(json, columns), columns)
          expectDrawable(
            contextLines(
              { ...handoff, notes: JSON.stringify(json), next_steps: [JSON.stringify(json)] },
              columns,
            ),
            columns,
          )
        },
      ),
    )
  })
})

test('says that the Markdown of a long text is not read, above the text as it was written', () => {
  const [note, first] = texts(bodyLines(`**Bold** ${'word '.repeat(20_000)}`, 80))
  expect(note).toBe('Shown as plain text: Markdown is read up to 64 KB.')
  expect(first).toMatch(/^\*\*Bold\*\* word/u)
})
