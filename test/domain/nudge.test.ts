import { describe, expect, it, test } from 'vitest'
import {
  hasDraft,
  isShell,
  longestNudge,
  nudgeText,
  signedNudge,
  takesNudges,
} from '../../src/domain/nudge.ts'

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
  ['claude', ['claude'], true],
  ['node', ['node', '/usr/lib/node_modules/@openai/codex/bin/codex.js'], true],
  ['python3', ['/usr/bin/python3', '/home/m/.local/bin/aider'], true],
  ['node', ['node'], false],
  ['python3', ['python3', '-i'], false],
  ['vim', ['vim', 'claude'], false],
  ['code', ['code'], false],
  ['bash', ['bash'], false],
])('%s (%j) takes nudges: %s', (name, words, takes) => {
  expect(takesNudges([{ name, words }])).toBe(takes)
})

describe('a prompt', () => {
  const dim = (text: string) => `\u001b[2m${text}\u001b[22m`
  const grey = (text: string) => `\u001b[38;5;246m${text}\u001b[39m`
  const cursor = '\u001b[7m \u001b[27m'
  const box = (text: string) => `some output\n╭──────╮\n│ ${text} │\n╰──────╯\n  ? for shortcuts\n`
  it.each([
    ['is empty', box(`> ${cursor}`), false],
    ['shows a proposal of its own, faint', box(`> ${dim('Try "fix lint errors"')}`), false],
    ['shows one in grey, under its cursor', `❯ \u001b[7mT\u001b[27m${grey('ry this')}`, false],
    ['shows one in a colour of 24 bits', '› \u001b[38;2;120;120;120mAsk anything\u001b[0m', false],
    ['has a draft', box(`> please look${cursor}`), true],
    ['has a draft in colours', '❯ \u001b[38;5;81m/help\u001b[39m', true],
    ['is a dialog with a choice', 'Do you want to proceed?\n❯ 1. Yes\n  2. No\n', true],
    ['is the last of the screen', '> what was said before\n\nanswer\n\n> ', false],
  ] as const)('%s', (_, screen, draft) => {
    expect(hasDraft(screen, { line: 0, column: 0 })).toBe(draft)
  })

  it('that is not recognised is what stands before the cursor', () => {
    expect(hasDraft('hello\n\n', { line: 1, column: 0 })).toBe(false)
    expect(hasDraft('hello\nhalf a word', { line: 1, column: 11 })).toBe(true)
  })
})
