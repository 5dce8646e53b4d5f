import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harnesses } from '../../src/domain/harness.ts'
import { asksOn, type Screen, standing, stateOf } from '../../src/domain/prompt-line.ts'
import {
  claudePrompt,
  codexPrompt,
  dialogs,
  drafts,
  emptyPrompts,
  typedAnswers,
  withoutPrompts,
} from '../support/screens.ts'

const promptOf = (name: string) => harnesses.find((harness) => harness.name === name)?.prompt ?? null
/** The cursor is in the second line: programs whose cursor counts have their input there, others hide it. */
const screen = (content: string): Screen => ({ content, cursorLine: 1 })
const state = (harness: string, content: string) => stateOf(screen(content), promptOf(harness))

describe('a screen', () => {
  test.each(emptyPrompts)('is an empty prompt: %s of %s', (_, harness, content) => {
    expect(state(harness, content)).toBe('empty')
    expect(asksOn(screen(content))).toBe(false)
  })
  test.each(drafts)('has a draft: %s of %s', (_, harness, content) => {
    expect(state(harness, content)).toBe('draft')
  })
  test.each(dialogs)('asks something: %s of %s', (_, harness, content) => {
    expect(state(harness, content)).toBe('asks')
    expect(asksOn(screen(content))).toBe(true)
  })
  test.each(typedAnswers)('is not typed into: %s of %s', (_, harness, content) => {
    expect(state(harness, content)).toBe('asks')
  })
  test.each(withoutPrompts)('shows no prompt: %s of %s', (_, harness, content) => {
    expect(state(harness, content)).toBe('no-prompt')
  })

  test('asks something below whatever was said before', () => {
    const saidBefore = fc.array(fc.stringMatching(/^[●⏺•✦ >❯a-z0-9.]{0,20}$/u), { maxLength: 12 })
    fc.assert(
      fc.property(saidBefore, fc.constantFrom(...dialogs), (before, [, harness, dialog]) => {
        // What agents of other kinds say does not count as their own list.
        const above = before.map((line) => `  ${line}`).join('\n')
        expect(stateOf({ content: `${above}\n${dialog}`, cursorLine: 0 }, promptOf(harness))).toBe('asks')
      }),
    )
  })
})

describe('a text', () => {
  const text = '[watchpost: lea] Look at 日本, please; (a) and "b"'
  test.each([
    ['alone', 'Claude Code', claudePrompt(text), 'whole'],
    ['after other mail', 'Claude Code', claudePrompt(text, `❯ ${text}\n\n● Done`), 'whole'],
    ['wrapped', 'Claude Code', claudePrompt(text.replace('Look at', 'Lo\n  ok at')), 'whole'],
    [
      'with the rest of a proposal',
      'Claude Code',
      claudePrompt(`${text}\u001b[2m and more\u001b[22m`),
      'whole',
    ],
    ['drawn in grey', 'Codex', codexPrompt(`\u001b[38;5;246m${text}\u001b[39m`), 'whole'],
    ['with hints right below', 'Codex', `› ${text}\n  ? for shortcuts`, 'whole'],
    ['at the cursor', 'opencode', `┃ before\n┃ ${text}\n┃ model`, 'whole'],
    ['with words of a person', 'Claude Code', claudePrompt(`${text} and then`), 'other'],
    ['after words of a person', 'Codex', codexPrompt(`wait ${text}`), 'other'],
    ['not drawn yet', 'Claude Code', claudePrompt(''), 'other'],
    ['in part', 'Claude Code', claudePrompt(text.slice(0, 20)), 'part'],
    ['with other words behind the cursor', 'opencode', `┃ before\n┃ ${text} more\n┃ model`, 'other'],
    ['in front of a shell', 'Claude Code', `$ ${text}`, 'other'],
  ] as const)('at a prompt: %s', (_, harness, content, found) => {
    expect(standing(screen(content), promptOf(harness), text)).toBe(found)
  })

  test('that is long may be folded', () => {
    const folded = screen(claudePrompt('[Pasted text #1]'))
    expect(standing(folded, promptOf('Claude Code'), 'long '.repeat(200))).toBe('whole')
    expect(standing(folded, promptOf('Claude Code'), 'short')).toBe('other')
  })
})
