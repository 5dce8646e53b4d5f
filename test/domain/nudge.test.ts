import { expect, test } from 'vitest'
import { isShell, longestNudge, nudgeText, signedNudge, takerAmong } from '../../src/domain/nudge.ts'

test.each([
  ['Look at your inbox', 'Look at your inbox'],
  ['one\ntwo\r\n\tthree ', 'one two three'],
  ['\u001b[31mred\u0007', 'red'],
  ['look at /etc/hosts! #1', 'look at /etc/hosts! #1'],
  ['👩\u200d💻 please', '👩\u200d💻 please'],
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

test.each([
  ['lea', null, '[watchpost: lea] hi'],
  ['root', 'm', '[watchpost: root (by m)] hi'],
  ['a\u202eb]\n', null, '[watchpost: ab ] hi'],
])('%j by %j signs', (actor, principal, line) => {
  expect(signedNudge('hi', actor, principal)).toBe(line)
})

test.each([
  ['claude', ['claude'], 'Claude Code'],
  ['node', ['node', '/usr/lib/node_modules/@openai/codex/bin/codex.js'], 'Codex'],
  ['python3', ['/usr/bin/python3', '/home/m/.local/bin/aider'], 'Aider'],
  ['node', ['node'], undefined],
  ['python3', ['python3', '-i'], undefined],
  ['vim', ['vim', 'claude'], undefined],
  ['code', ['code'], undefined],
  ['bash', ['bash'], undefined],
])('%s (%j) takes nudges as %s', (name, words, harness) => {
  expect(takerAmong([{ name, words }])?.name).toBe(harness)
})
