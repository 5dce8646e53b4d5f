import { describe, expect, test } from 'vitest'
import { parseYaml, type YamlEntry } from '../../src/domain/settings/yaml.ts'

type Plain = string | readonly string[] | { readonly [key: string]: Plain }

function plain(entries: readonly YamlEntry[]): { readonly [key: string]: Plain } {
  return Object.fromEntries(
    entries.map(({ key, value }): [string, Plain] => {
      if (value.type === 'text') return [key, value.text]
      if (value.type === 'list') return [key, value.items.map(({ text }) => text)]
      return [key, plain(value.entries)]
    }),
  )
}

describe('what settings may be written in', () => {
  test.each<readonly [string, string, Plain]>([
    ['nothing', '', {}],
    ['comments alone', '# one\n\n  # two\n', {}],
    ['a value', 'durability: full', { durability: 'full' }],
    ['a value and a comment', 'a: b # c\nd: e#f', { a: 'b', d: 'e#f' }],
    ['no value', 'a:\nb: ~\nc: null\nd:   # nothing', { a: '', b: '', c: '', d: '' }],
    ['a block', 'a:\n  b: 1\n  c: 2\nd: 3', { a: { b: '1', c: '2' }, d: '3' }],
    ['a block in a block', 'a:\n  b:\n    c: 1\n  d: 2', { a: { b: { c: '1' }, d: '2' } }],
    ['an inline list', 'a: [b, "c, d", \'e\'] # f', { a: ['b', 'c, d', 'e'] }],
    ['an empty list', 'a: []', { a: [] }],
    ['a list', 'a:\n  - b\n  - "c: d"\ne: f', { a: ['b', 'c: d'], e: 'f' }],
    ['a list as far left as its key', 'a:\n- b\n- c\nd: e', { a: ['b', 'c'], d: 'e' }],
    ['a list in a block', 'a:\n  b:\n    - c\n  d: e', { a: { b: ['c'], d: 'e' } }],
    ['single quotes', "a: 'it''s # this'", { a: "it's # this" }],
    ['double quotes', 'a: "b\\n\\"c\\" \\u00e9"', { a: 'b\n"c" é' }],
    ['quoted keys', '"a b": c\n\'d:e\': f', { 'a b': 'c', 'd:e': 'f' }],
    ['an address', 'a: http://b:8080/c', { a: 'http://b:8080/c' }],
    ['the beginning of a document, and Windows lines', '\uFEFF---\r\na: b\r\n', { a: 'b' }],
  ])('%s', (_what, text, expected) => {
    expect(plain(parseYaml(text, 'f'))).toEqual(expected)
  })
})

describe('what is refused, with its line', () => {
  test.each<readonly [string, string, string]>([
    ['a word alone', 'a: b\nword', 'f:2: not a setting: word'],
    ['a tab', 'a:\n\tb: c', 'f:2: the indentation contains a tab.'],
    ['the same key twice', 'a: 1\na: 2', 'f:2: a is set twice.'],
    ['a list at the top', '- a', 'f:1: expected settings, not a list.'],
    ['a list among settings', 'a: b\n- c', 'f:2: unexpected list among the settings.'],
    ['a third level', 'a:\n  b:\n    c:\n      d: 1', 'f:4: the settings are nested too deep.'],
    ['more indented', 'a: b\n  c: d', 'f:2: the indentation does not match the lines above.'],
    [
      'less than its own block',
      'a:\n    b: 1\n  c: 2',
      'f:3: the indentation does not match the lines above.',
    ],
    ['less than the first', '  a: 1\nb: 2', 'f:2: the indentation does not match the lines above.'],
    ['an anchor', 'a: &b c', 'f:1: not supported: &b c'],
    ['an alias', 'a: *b', 'f:1: not supported: *b'],
    ['a tag', 'a: !!str b', 'f:1: not supported: !!str b'],
    ['a block of text', 'a: |\n  b', 'f:1: not supported: |'],
    ['a map in braces', 'a: {b: c}', 'f:1: not supported: {b: c}'],
    ['a list in a list', 'a: [b, [c]]', 'f:1: a list within a list is not supported.'],
    ['a map in a list', 'a:\n  - b: c', 'f:2: unexpected colon in the text: b: c'],
    ['a colon in a text', 'a: b: c', 'f:1: unexpected colon in the text: b: c'],
    ['a list over lines', 'a: [b,\n  c]', 'f:1: the list has an empty item.'],
    ['a list that does not end', 'a: [b, c', 'f:1: the list has no closing bracket.'],
    ['an empty item', 'a: [b, , c]', 'f:1: the list has an empty item.'],
    ['a quote that does not end', 'a: "b', 'f:1: a quoted text has no closing quote.'],
    ['words after a quote', 'a: "b" c', 'f:1: unexpected text after "b"'],
    ['words after a list', 'a: [b] c', 'f:1: unexpected text after the list.'],
    ['an unknown escape', 'a: "\\q"', 'f:1: unknown escape \\q.'],
    ['a second document', 'a: b\n---\nc: d', 'f:2: not supported: ---'],
    ['a merge', 'a:\n  <<: *b', 'f:2: not supported: *b'],
    ['a complex key', '? a\n: b', 'f:1: not a setting: ? a'],
  ])('%s', (_what, text, message) => {
    expect(() => parseYaml(text, 'f')).toThrow(message)
  })

  test('and nothing that is thrown at it makes it throw anything else, or take long', () => {
    const pieces = ['a', ':', ' ', '- ', '[', ']', '"', "'", '#', '\n', '  ', ',', '\\', '{', '&', '\t']
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next(24) }, () => pieces[next(pieces.length)] ?? '').join('')
      try {
        parseYaml(text, 'f')
      } catch (error) {
        expect(error, JSON.stringify(text)).toMatchObject({ code: 'usage' })
      }
    }
  })
})
