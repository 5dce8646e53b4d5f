import { expect, test } from 'vitest'
import { draftTitle } from '../../src/faces/present.ts'

test.each<readonly [{ readonly [name: string]: unknown }, string]>([
  [{}, ''],
  [{ to: ['coo'], priority: 'high' }, ''],
  [{ subject: 'Plan', body: 'The plan' }, 'Plan'],
  [{ subject: '', body: 'The plan' }, 'The plan'],
  [{ template: 'MERGED', field: ['Branch=fix', 'Rig=ops'] }, 'MERGED Branch=fix, Rig=ops'],
  [{ template: 'MERGED' }, 'MERGED'],
  [{ to: ['coo'], done: 'The parser' }, 'The parser'],
  [{ kind: 'counter', statement: 'It needs one.' }, 'It needs one.'],
  [{ attach: ['a.md', 'b.md'] }, 'a.md, b.md'],
  [{ body: 7, statement: ['x', 3] }, 'x'],
])('the draft %j is about %j', (fields, title) => {
  expect(draftTitle(fields)).toBe(title)
})
