import type { JsonObject } from '../domain/json.ts'
import { own } from '../domain/own.ts'
import { takerTools } from '../domain/takes-mail.ts'
import { type Guard, hookLine } from './guard.ts'
import type { HookEntry } from './json-settings.ts'

/** Where the guard's file is, if not in the home folder, and how long a hook may wait for a person's decision, ms. */
export type HookWays = { readonly script?: string; readonly approvalsWait: number }

/** The tools of each coding agent that write files, and those that start a helper: Claude Code's by its earlier and its later name. */
const claudeWriters = 'Edit|Write|MultiEdit|NotebookEdit|Bash'
const claudeDispatchers = 'Task|Agent'
const geminiWriters = 'write_file|replace'
const geminiDispatchers = '^(invoke_agent|delegate_to_agent)$'
const geminiOthers = '^(?!(invoke_agent|delegate_to_agent)$)'

/** The tools of our server that take mail, alone or of a plugin: Claude Code and Codex call them by the same names. */
const takers = `mcp__(.*_)?watchpost__(${takerTools})`
const geminiTakers = `^mcp_(.*_)?watchpost_(${takerTools})$`

type Row = readonly [event: string, guard: Guard, matcher?: string, more?: JsonObject]

/** The events of Claude Code that Codex reports as well. */
const shared = (beforeWrites: Guard): readonly Row[] => [
  ['SessionStart', 'start'],
  ['UserPromptSubmit', 'mail'],
  ['PreToolUse', beforeWrites, claudeWriters],
  ['PreToolUse', 'mail', claudeDispatchers],
  // Work that waits in a queue fills no file of an agent.
  ['PreToolUse', 'event', takers],
  ['PostToolUse', 'mail', '*'],
  ['Stop', 'mail'],
  ['PermissionRequest', 'event', '*'],
  ['PreCompact', 'event'],
  ['SessionEnd', 'event'],
]

/** Claude Code also reports that it waits for a person, and what becomes of that. */
const further: readonly Row[] = [
  ['PostToolUseFailure', 'mail', '*'],
  ['Notification', 'event', 'permission_prompt|idle_prompt|elicitation_dialog'],
  ['StopFailure', 'event'],
]

/**
 * Claude Code reads the line of a shell before it starts this hook. A version before 2.1.85 does not, and starts the program
 * before each line.
 */
const beforeOurs: Row = ['PreToolUse', 'event', 'Bash', { if: 'Bash(*watchpost*)' }]
const claude: readonly Row[] = [...shared('write'), beforeOurs, ...further]
/** Its hooks have no `if`, so the guard reads the line. */
const qwenShell: Row = ['PreToolUse', 'line', 'Bash|run_shell_command']
const qwen: readonly Row[] = [...shared('write'), qwenShell, ...further]

/**
 * The events of a helper do not say that they are: it runs between the two events of the tool that starts it, and each of them is
 * noted once.
 * `PreCompress` has no entry: Gemini CLI reports it before each request to its model.
 */
const gemini: readonly Row[] = [
  ['SessionStart', 'start', '*'],
  ['BeforeAgent', 'turn', '*'],
  ['BeforeTool', 'write', geminiWriters],
  ['BeforeTool', 'shell', 'run_shell_command'],
  ['BeforeTool', 'shell', geminiTakers],
  ['BeforeTool', 'event', geminiDispatchers],
  ['AfterTool', 'event', geminiDispatchers],
  ['AfterTool', 'mail', geminiOthers],
  ['AfterAgent', 'turn', '*'],
  ['Notification', 'event', '*'],
  ['SessionEnd', 'event', '*'],
]

/**
 * Copilot CLI, by the names of events that it shares with Claude Code: others carry no name of the event. It throws away what a hook says
 * to a prompt and to a tool that failed, and asks hooks about permissions for each tool, also for what is allowed: none of these is here.
 */
const copilotDispatchers = 'Agent|Task|task'
const copilot: readonly Row[] = [
  ['SessionStart', 'start'],
  ['PreToolUse', 'shell', 'Bash|Edit|Write'],
  ['PreToolUse', 'event', copilotDispatchers],
  ['PostToolUse', 'event', copilotDispatchers],
  ['PostToolUse', 'mail', `(?!(?:${copilotDispatchers})$).*`],
  ['Stop', 'turn'],
  ['Notification', 'event', 'permission_prompt|elicitation_dialog'],
  ['PreCompact', 'event'],
  ['SessionEnd', 'event'],
]

/** Cursor's hook before a prompt cannot say anything to the model. */
const cursor: readonly Row[] = [
  ['sessionStart', 'start'],
  ['preToolUse', 'shell', '^(Shell|Write)$'],
  ['preToolUse', 'event', '^Task$'],
  ['postToolUse', 'event', '^Task$'],
  ['postToolUse', 'mail', '^(?!Task$)'],
  ['stop', 'turn'],
  ['preCompact', 'event'],
  ['sessionEnd', 'event'],
]

/** For Codex no matcher means every tool. */
const codexMatchers: Readonly<Record<string, string>> = {
  [claudeDispatchers]: '.*spawn_agent',
  [takers]: takers,
}

/** Qwen Code reads Claude Code's form and events. Its tools have names of their own. */
const qwenMatchers: Readonly<Record<string, string>> = {
  [claudeWriters]: 'Edit|Write|MultiEdit|NotebookEdit|edit|write_file',
  [claudeDispatchers]: `${claudeDispatchers}|task|agent`,
}

export function claudeHooks(ways: HookWays): readonly HookEntry[] {
  return claude.map((row) => entryOf(row, ways))
}

export function codexHooks(ways: HookWays): readonly HookEntry[] {
  // A command of Codex knows from its variables that a helper runs it; elsewhere the hook before a shell has to.
  return shared('write')
    .map((row) => entryOf(row, ways))
    .map((entry) => ({ ...entry, matcher: own(codexMatchers, String(entry.matcher)) ?? null }))
}

export function qwenHooks(ways: HookWays): readonly HookEntry[] {
  const entries = qwen.map((row) => entryOf(row, ways))
  return entries.map((entry) => ({
    ...entry,
    matcher: own(qwenMatchers, String(entry.matcher)) ?? entry.matcher,
  }))
}

/** Gemini CLI counts a hook's time in milliseconds. */
export function geminiHooks(ways: HookWays): readonly HookEntry[] {
  const more = { name: 'watchpost', timeout: 10_000 }
  return gemini.map((row) => ({ ...entryOf(row, ways), more }))
}

export function copilotHooks(ways: HookWays): readonly HookEntry[] {
  return copilot.map((row) => entryOf(row, ways, 'copilot'))
}

export function cursorHooks(ways: HookWays): readonly HookEntry[] {
  return cursor.map((row) => entryOf(row, ways, 'cursor'))
}

function entryOf(
  [event, guard, matcher, added = {}]: Row,
  ways: HookWays,
  of: string | null = null,
): HookEntry {
  const { script, approvalsWait } = ways
  // Longer than our own hook waits, in seconds: a hook that is ended early loses a decision.
  const more = event === 'PermissionRequest' ? { timeout: Math.ceil(approvalsWait / 1000) + 15 } : added
  return { event, matcher: matcher ?? null, more, command: hookLine(guard, script, of) }
}
