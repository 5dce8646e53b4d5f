import type { Listed, Valued } from './json-settings.ts'

/**
 * Commands that an agent needs for its own mail, which change nothing of others. There is no rule for the program as a whole:
 * global flags may stand before a command, so that a list of forbidden ones would be walked round.
 */
const safeWords = [
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
  'claim',
  'renew',
  'release',
  'reserve',
  'unreserve',
  'agents list',
  'agents show',
]

/** Each safe command, alone or with arguments. */
const commands = safeWords.flatMap((word) => [`watchpost ${word}`, `watchpost ${word} *`])

/** The rules of Claude Code, which Qwen Code reads too: the tools of our server, and each safe command. */
export const claudeRules: readonly string[] = [
  'mcp__watchpost',
  ...commands.map((command) => `Bash(${command})`),
]

/** Gemini CLI's rules: a command matches by its beginning, and each part of a chain is judged by itself. */
const geminiRules: readonly string[] = safeWords.map((word) => `run_shell_command(watchpost ${word})`)

const lists = {
  claude: { path: ['permissions', 'allow'], rules: claudeRules },
  qwen: { path: ['permissions', 'allow'], rules: claudeRules },
  gemini: { path: ['tools', 'allowed'], rules: geminiRules },
}

/** All of them in the list of what the coding agent does not ask about, or none; `null` leaves that as it is. */
export function permitted(tool: keyof typeof lists, isThere: boolean | null): readonly Listed[] {
  if (isThere === null) return []
  const { path, rules } = lists[tool]
  return rules.map((word) => ({ path, word, isThere }))
}

/** opencode's: the last rule that matches wins, so ours come after those that are there. Our tools bear the name of our server. */
export function permittedInOpencode(isThere: boolean | null): readonly Valued[] {
  if (isThere === null) return []
  const paths = [['watchpost_*'], ...commands.map((command) => ['bash', command])]
  return paths.map((path) => ({ path: ['permission', ...path], value: 'allow', isThere }))
}
