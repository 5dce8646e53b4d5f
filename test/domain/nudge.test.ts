import { expect, test } from 'vitest'
import { isShell, longestNudge, nudgeText } from '../../src/domain/nudge.ts'

test.each([
  ['Look at your inbox', 'Look at your inbox'],
  ['one\ntwo\r\n\tthree ', 'one two three'],
  ['\u001b[31mred\u0007', '[31mred'],
  ['a\u202eb\u0000c', 'abc'],
  ['日本 🤝', '日本 🤝'],
])('%j is typed as %j', (written, text) => {
  expect(nudgeText(written)).toBe(text)
})

test.each(['', ' \n', '\u0003', 'x'.repeat(longestNudge + 1)])('%#: refused', (written) => {
  expect(() => nudgeText(written)).toThrow(expect.objectContaining({ code: 'usage' }))
})

test.each([
  ['bash', true],
  ['-zsh', true],
  ['node', false],
  ['claude', false],
])('%s is a shell: %s', (command, is) => {
  expect(isShell(command)).toBe(is)
})
