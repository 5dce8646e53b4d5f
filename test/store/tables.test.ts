import { expect, test } from 'vitest'
import { readerOf, shapeOf } from '../../store/sql/shapes.ts'
import { indexesSql, type Maker, tableSql } from '../../store/sql/tables/schema-of.ts'
import { cellsOf, columnsBut, insertSql, table, upsertSql } from '../../store/sql/tables/table.ts'

const kinds = { id: 'ID', key: 'KEY', number: 'N', count: 'C', small: 'S', word: 'W', text: 'T' }
const maker = (engine: Maker['engine']): Maker => ({
  engine,
  kinds,
  optionsOf: ({ storage }) => (storage === undefined ? '' : ` WITH ${storage}`),
  refusal: () => '',
})

test.each([
  ['number', 'a N NOT NULL'],
  ['word?', 'a W'],
  ['small = 0', 'a S NOT NULL DEFAULT 0'],
  ["text = '[]'", "a T NOT NULL DEFAULT '[]'"],
  ['id', 'a ID'],
  ['key', 'a KEY'],
  [{ sqlite: 'INTEGER', postgres: 'XID8' }, 'a INTEGER'],
] as const)('a column %j', (column, said) => {
  expect(tableSql(maker('sqlite'), { name: 't', columns: { a: column } })).toBe(
    `CREATE TABLE t(\n  ${said}\n);`,
  )
})

const both = table({
  name: 'both',
  columns: { a: 'word', b: 'number?', here: { sqlite: 'TEXT' }, there: { postgres: 'XID8' }, c: 'small = 0' },
  key: { sqlite: 'a, b', postgres: 'a' },
  unique: 'b, c',
  indexes: { both_b: '(b) WHERE b > 0', both_c: 'UNIQUE (c)' },
  storage: 'care',
})

test('what one engine has alone, or otherwise, the other one has not', () => {
  expect(tableSql(maker('sqlite'), both)).toBe(`CREATE TABLE both(
  a W NOT NULL,
  b N,
  here TEXT,
  c S NOT NULL DEFAULT 0,
  PRIMARY KEY(a, b),
  UNIQUE(b, c)
) WITH care;`)
  expect(tableSql(maker('postgres'), both)).toContain(
    '  there XID8,\n  c S NOT NULL DEFAULT 0,\n  PRIMARY KEY(a),',
  )
  expect(columnsBut(both)).toEqual(['a', 'b', 'c'])
  expect(columnsBut(both, 'a')).toEqual(['b', 'c'])
})

test('indexes, and statements that fill a table', () => {
  expect(indexesSql(both)).toEqual([
    'CREATE INDEX both_b ON both(b) WHERE b > 0;',
    'CREATE UNIQUE INDEX both_c ON both(c);',
  ])
  expect(insertSql(both, columnsBut(both))).toBe('INSERT INTO both(a, b, c) VALUES(?, ?, ?)')
  expect(upsertSql({ ...both, key: 'a, b' }, columnsBut(both))).toMatch(
    /\nON CONFLICT\(a, b\) DO UPDATE SET c = excluded\.c$/u,
  )
  expect(cellsOf(['c', 'a'], { a: 'x', c: 1 })).toEqual([1, 'x'])
})

test('a row is read by the names of its columns', () => {
  const { rowOf } = shapeOf<{ id: number; ends_at: null }>('m.id, d.expires_at AS ends_at')
  expect(rowOf([7, null] as never)).toEqual({ id: 7, ends_at: null })
})

test('what is no plain word is never compiled', () => {
  const read = readerOf({ 'a: (process.exit(1)), b': 0 })
  expect(() => read([] as never)).toThrow('Not the name of a column')
})
