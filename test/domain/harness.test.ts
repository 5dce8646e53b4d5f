import { describe, expect, it } from 'vitest'
import { harnesses } from '../../src/domain/harness.ts'
import { markedBy, sessionVariables } from '../../src/domain/harness-markers.ts'
import { findHarness } from '../../src/domain/harness-process.ts'
import { harnessStartedBy } from '../../src/domain/started-harness.ts'

const marked = (...variables: readonly string[]) => markedBy((name) => variables.includes(name))
const names = (...variables: readonly string[]) => marked(...variables).map(({ name }) => name)
const one = (name: string, ...words: readonly string[]) => ({ name, words })

describe('what an environment says', () => {
  it.each([
    [['CLAUDECODE'], ['Claude Code']],
    [['CLAUDE_CODE_SESSION_ID'], ['Claude Code']],
    [['CODEX_THREAD_ID'], ['Codex']],
    [['CODEX_SANDBOX_NETWORK_DISABLED'], ['Codex']],
    [['GEMINI_CLI'], ['Gemini CLI']],
    [['QWEN_CODE'], ['Qwen Code']],
    [['CURSOR_AGENT'], ['Cursor']],
    [['OPENCODE'], ['opencode']],
    [['AMP_CURRENT_THREAD_ID'], ['Amp']],
    [['COPILOT_CLI'], ['Copilot CLI']],
    [['GOOSE_TERMINAL'], ['Goose']],
    [
      ['CLAUDECODE', 'CODEX_CI'],
      ['Claude Code', 'Codex'],
    ],
    [['AI_AGENT', 'CLAUDECODE'], ['Claude Code']],
    // What people set for themselves says nothing.
    [['CURSOR_TRACE_ID'], []],
    [['OPENCODE_BIN_PATH'], []],
    [['CODEX_HOME'], []],
    [['AGENT'], []],
    [['WATCHPOST_SESSION'], []],
    [['AIDER_MODEL'], []],
    [[], []],
  ])('by %j: %j', (variables, expected) => {
    expect(names(...variables)).toEqual(expected)
  })

  it('by the shared marker alone: any that marks its commands', () => {
    expect(names('AI_AGENT')).toContain('Gemini CLI')
    expect(names('AI_AGENT')).not.toContain('Aider')
  })

  it('tells our own session before that of a coding agent', () => {
    expect(sessionVariables[0]).toBe('WATCHPOST_SESSION')
    expect(sessionVariables).toContain('CODEX_THREAD_ID')
    expect(new Set(sessionVariables).size).toBe(sessionVariables.length)
  })
})

describe('which process started it', () => {
  const shell = one('bash', '/bin/bash', '-c', 'watchpost inbox')
  it.each([
    ['its own program', ['CLAUDECODE'], [shell, one('claude', 'claude', '--resume')], 'Claude Code'],
    [
      'a script by an interpreter',
      ['GEMINI_CLI'],
      [one('node', 'node', '--no-warnings', '/usr/bin/gemini')],
      'Gemini CLI',
    ],
    ['a script of newer Node', ['QWEN_CODE'], [one('MainThread', 'node', '/usr/bin/qwen.js')], 'Qwen Code'],
    [
      'its package',
      ['CLAUDECODE'],
      [one('node', 'node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js')],
      'Claude Code',
    ],
    ['a wrapper in shell', ['CLAUDECODE'], [one('claude', '/bin/sh', '/home/me/bin/claude')], 'Claude Code'],
    ['a program of Python', ['CODEX_CI'], [one('python3.12', 'python3.12', '/usr/bin/codex')], 'Codex'],
    [
      'a process far above',
      ['CODEX_CI'],
      [shell, one('make', 'make'), shell, one('codex', 'codex')],
      'Codex',
    ],
    [
      'a shell in a pty of its own',
      ['GEMINI_CLI'],
      [shell, one('node', 'node', '/opt/gemini')],
      'Gemini CLI',
    ],
    [
      'an editor with an agent',
      ['COPILOT_AGENT'],
      [shell, one('code', '/usr/share/code/code')],
      'Copilot in VS Code',
    ],
    [
      'a person in such an editor',
      ['CLAUDECODE'],
      [shell, one('code', '/usr/share/code/code'), one('claude', 'claude')],
      null,
    ],
    [
      'a person in tmux',
      ['CLAUDECODE'],
      [shell, one('tmux: server', 'tmux', 'new', '-d'), one('claude', 'claude')],
      null,
    ],
    [
      'a person who logged in',
      ['CLAUDECODE'],
      [shell, one('sshd-session', 'sshd: me@pts/1'), one('claude', 'claude')],
      null,
    ],
    ['another coding agent than marked', ['GEMINI_CLI'], [shell, one('claude', 'claude')], null],
    ['a program that only names it', ['CLAUDECODE'], [shell, one('vim', 'vim', 'claude')], null],
    ['nothing', ['CLAUDECODE'], [], null],
  ])('%s', (_, variables, ancestors, expected) => {
    expect(findHarness(marked(...variables), ancestors)?.harness.name ?? null).toBe(expected)
  })
})

it.each([
  ['claude -p', 'Claude Code'],
  ['/opt/bin/claude -p', 'Claude Code'],
  ['codex exec -', 'Codex'],
  ['gemini -p go', 'Gemini CLI'],
  ['qwen -p go', 'Qwen Code'],
  ['opencode run go', 'opencode'],
  ['node /usr/lib/node_modules/@openai/codex/bin/codex.js exec', 'Codex'],
  ['sh ./claude', 'Claude Code'],
  ['timeout 10m claude -p', 'Claude Code'],
  ['timeout -k 5s -s TERM 90 claude', 'Claude Code'],
  ['nice -n 19 ionice -c3 codex exec', 'Codex'],
  ['env -u TMUX LANG=C gemini', 'Gemini CLI'],
  ['npx -y @anthropic-ai/claude-code@2.1.331 -p', 'Claude Code'],
  ['npx --package @google/gemini-cli gemini', 'Gemini CLI'],
  ['bunx @openai/codex exec', 'Codex'],
  // These programs decide for themselves what their exit code says.
  ['sh -c claude', null],
  ['./review.sh claude', null],
  ['echo claude', null],
  ['cat @openai/codex', null],
  ['node -e claude', null],
  ['timeout 10m', null],
  ['', null],
])('%j starts %j', (line, name) => {
  expect(harnessStartedBy(line.split(' '))?.name ?? null).toBe(name)
})

it('has one entry for each, all of it told', () => {
  expect(new Set(harnesses.map(({ name }) => name)).size).toBe(harnesses.length)
  const markers = harnesses.flatMap((harness) => [...harness.markers, ...harness.sessions])
  expect(new Set(markers).size).toBe(markers.length)
  for (const { programs, editors, page } of harnesses) {
    expect(programs.length + editors.length).toBeGreaterThan(0)
    expect(page).toMatch(/^https:\/\//u)
  }
})
