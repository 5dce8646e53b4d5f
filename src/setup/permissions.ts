import type { Listed } from './json-settings.ts'

/**
 * Commands that an agent needs for its own mail, which change nothing of others. There is no rule for the program as a whole:
 * global flags may stand before a command, so that a list of forbidden ones would be walked round.
 */
const safeWords = [
  ...[
    'inbox',
    'count',
    'read',
    'next',
    'wait',
    'inject',
    'thread',
    'search',
    'owed',
    'receipts',
    'whoami',
    'prime',
  ],
  ...[
    'send',
    'reply',
    'forward',
    'handoff',
    'escalate',
    'ack',
    'process',
    'complete',
    'fail',
    'archive',
    'snooze',
  ],
  ...['claim', 'renew', 'release', 'reserve', 'unreserve', 'agents list', 'agents show'],
]

/** The rules of Claude Code: the tools of our server, and each safe command, alone or with arguments. */
export const claudeRules: readonly string[] = [
  'mcp__watchpost',
  ...safeWords.flatMap((word) => [`Bash(watchpost ${word})`, `Bash(watchpost ${word} *)`]),
]

/** Gemini CLI's rules: a command matches by its beginning, and each part of a chain is judged by itself. */
const geminiRules: readonly string[] = safeWords.map((word) => `run_shell_command(watchpost ${word})`)

/** All of them in the list of what the coding agent does not ask about, or none; `null` leaves that as it is. */
export function permitted(tool: 'claude' | 'gemini', isThere: boolean | null): readonly Listed[] {
  if (isThere === null) return []
  const [path, rules] =
    tool === 'claude' ? [['permissions', 'allow'], claudeRules] : [['tools', 'allowed'], geminiRules]
  return rules.map((word) => ({ path, word, isThere }))
}
