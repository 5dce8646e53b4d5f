import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withHint } from '../../src/domain/errors.ts'

const hint = 'Restore it from a backup.'

test.each([
  [
    'The store is damaged: file is not a database',
    'The store is damaged: file is not a database. Restore it from a backup.',
  ],
  ['There is no agent "x"', 'There is no agent "x". Restore it from a backup.'],
  ['A file cannot be read (EIO)', 'A file cannot be read (EIO). Restore it from a backup.'],
  ['It is damaged.', 'It is damaged. Restore it from a backup.'],
  ['Is it damaged?', 'Is it damaged? Restore it from a backup.'],
  ['One of:', 'One of: Restore it from a backup.'],
])('%j ends with a stop before its hint', (message, joined) => {
  expect(withHint({ message, hint })).toBe(joined)
  expect(withHint({ message, hint: '' })).toBe(message)
})

test('no other place joins a problem with what to do', () => {
  const joins = /[.{]message\} (?:\$\{[\w.?]*hint|[A-Z][a-z])/u
  const files = ['src', 'store', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => joins.test(line) && !line.includes('export function'))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
