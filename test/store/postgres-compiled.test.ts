import { expect, it } from 'vitest'
import { compiled } from '../../store/postgres/database/compiled.ts'

it.each<[string, string, readonly unknown[], string, readonly unknown[]]>([
  ['a number', 'SELECT ?', [1], 'SELECT $1::bigint', [1]],
  ['a text', 'SELECT ?', ['a'], 'SELECT $1', ['a']],
  ['a number of a written type', 'SELECT ?::int', [1], 'SELECT $1::int', [1]],
  ['a name, twice', 'SELECT @a, @b, @a', [{ a: 1, b: 'x' }], 'SELECT $1::bigint, $2, $1::bigint', [1, 'x']],
  [
    'a name whose type is written once',
    'SELECT @a::bigint, @a',
    [{ a: 1 }],
    'SELECT $1::bigint::bigint, $1::bigint',
    [1],
  ],
  ['a list', 'SELECT ?::text[]', [['a', '\0']], 'SELECT $1::text[]', [['a', '\u{10fffd}0']]],
  ['text in quotes', "SELECT '?', '@a', ?", ['x'], "SELECT '?', '@a', $1", ['x']],
])('compiles %s', (_, sql, values, text, bound) => {
  expect(compiled(sql, values)).toMatchObject({ text, values: bound })
})

it('prepares a statement once, whatever its typed values are', () => {
  const sql = 'SELECT ?::bigint, ?::text'
  const names = [
    [1, 'a'],
    [null, null],
    [2, null],
  ].map((values) => compiled(sql, values).name)
  expect(new Set(names).size).toBe(1)
  expect(compiled('SELECT ?', [1]).name).not.toBe(compiled('SELECT ?', [null]).name)
})
