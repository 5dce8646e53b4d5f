import { expect, test } from 'vitest'
import { doubtOf, isHere, type Lying } from '../../src/domain/attachment.ts'

test.each<readonly [string, boolean]>([
  ['plan.md', true],
  ['/srv/plan.md', true],
  ['./a b: c.txt', true],
  ['../x', true],
  ['https://example.org/plan.md', false],
  ['file:///srv/plan.md', false],
  ['lea@build.local:/srv/plan.md', false],
  ['build:plan.md', false],
])('%s is looked for here: %s', (attachment, here) => {
  expect(isHere(attachment)).toBe(here)
})

test.each<readonly [string, Lying, string | null]>([
  ['plan.md', 'file', null],
  ['plan.md', 'nothing', 'There is no file plan.md in /home/lea.'],
  ['/srv/plan.md', 'nothing', 'There is no file /srv/plan.md.'],
  ['src/', 'folder', 'src/ is a folder, not a file.'],
  ['plan.md', 'unreadable', 'plan.md cannot be read.'],
])('of %s, %s, is said %j', (attachment, lying, said) => {
  expect(doubtOf(attachment, lying, '/home/lea')).toBe(said)
})
