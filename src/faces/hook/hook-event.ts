import { MailError } from '../../domain/errors.ts'
import { harnesses } from '../../domain/harness.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import type { Delivered } from '../../services/taking/settle-delivered.ts'
import { type AskedEvent, askedBy } from './asked-event.ts'
import { deliveredBy } from './delivered-event.ts'
import { takesMailIn, type WriteEvent, writeIn } from './write-event.ts'

/** The moments of a coding agent's session that mail has to do with, as Claude Code calls them. */
const hookMoments = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'PreCompact',
  'SessionEnd',
  'SubagentStart',
  'SubagentStop',
  'Notification',
  'PermissionRequest',
  'StopFailure',
] as const

export type HookMoment = (typeof hookMoments)[number]

/** What Gemini CLI calls the same moments. */
const geminiNames: Readonly<Record<string, HookMoment>> = {
  BeforeAgent: 'UserPromptSubmit',
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  AfterAgent: 'Stop',
  PreCompress: 'PreCompact',
}

/** Cursor's. Its prompt event has no place for a text, so it is none here. */
const cursorNames: Readonly<Record<string, HookMoment>> = {
  sessionStart: 'SessionStart',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  stop: 'Stop',
  preCompact: 'PreCompact',
  sessionEnd: 'SessionEnd',
}

const sameMoments: Readonly<Record<string, HookMoment>> = {
  ...geminiNames,
  ...cursorNames,
  PostToolUseFailure: 'PostToolUse',
}

export type HookEvent = {
  /** `null` for one that mail has nothing to do with. */
  readonly moment: HookMoment | null
  /** As the coding agent spells it; its answer repeats it. */
  readonly name: string
  readonly session: string | null
  /** The path of the file that the session is written to. */
  readonly transcript: string | null
  /** The coding agent that wrote it, as `harnesses` names it; `null` if the event does not say. */
  readonly harness: string | null
  /** Whether the session begins without a past: nothing was shown to it before. */
  readonly isFresh: boolean
  /** A person asked for what it reports, as for a compaction by its command. */
  readonly isManual: boolean
  /** The agent goes on because a hook made it: to stop it again could go on for ever. */
  readonly stopHookActive: boolean
  /** It comes from a helper of the agent, whose mail it is not. */
  readonly isSubagent: boolean
  /** The helper that it comes from, if it has a name. */
  readonly helper: string | null
  /** The session's wait for a person, if the event reports one. */
  readonly asked: AskedEvent | null
  /** The files that a tool is about to write to, if the event comes before one that writes. */
  readonly write: WriteEvent | null
  /** Mail that a tool of our server has handed over. */
  readonly delivered: Delivered | null
  /** A tool is about to take mail. */
  readonly takes: boolean
  /** Its tool starts a helper: before it is HAAK's third point for a look at the mail. */
  readonly dispatches: boolean
}

/** The tools that start a helper, without case and separators: of Claude Code (earlier and later), Codex, Gemini CLI; Copilot CLI's and Cursor's are Claude Code's. */
const dispatchers = ['task', 'agent', 'spawnagent', 'invokeagent', 'delegatetoagent']

/** Reads what a coding agent writes to a hook; `of`: its program, where the hook names it. @throws MailError `usage` */
export function readHookEvent(written: string, of: string | null = null): HookEvent {
  const read = parsed(written)
  const name = textOf(read, 'hook_event_name')
  if (name === null) throw wrong('The hook event has no hook_event_name.')
  const named = of === null ? undefined : harnesses.find(({ programs }) => programs.includes(of))
  const transcript = textOf(read, 'transcript_path')
  const harness = named?.name ?? harnessOf(read, name, transcript)
  const isNone = (harness === 'Qwen Code' && isEmptyPrompt(name, read)) || isCutShort(name, read)
  const moment = isNone ? null : (hookMoments.find((one) => one === name) ?? own(sameMoments, name) ?? null)
  return {
    moment,
    name,
    session: textOf(read, 'session_id') ?? textOf(read, 'conversation_id') ?? textOf(read, 'sessionId'),
    transcript,
    harness,
    isFresh: (textOf(read, 'source') ?? textOf(read, 'trigger') ?? 'startup') === 'startup',
    isManual: textOf(read, 'trigger') === 'manual',
    stopHookActive: read['stop_hook_active'] === true,
    isSubagent: name.startsWith('Subagent') || textOf(read, 'agent_id') !== null,
    helper: textOf(read, 'agent_id'),
    asked: moment === null ? null : askedBy(moment, read),
    write: moment === 'PreToolUse' ? writeIn(read) : null,
    delivered: moment === 'PostToolUse' ? deliveredBy(read) : null,
    takes: moment === 'PreToolUse' && takesMailIn(read),
    dispatches: isDispatcher(textOf(read, 'tool_name') ?? ''),
  }
}

/** Qwen Code reports a prompt before each request to its model, empty where nobody wrote one. */
function isEmptyPrompt(name: string, { prompt }: JsonObject): boolean {
  return name === 'UserPromptSubmit' && prompt === ''
}

/** Cursor throws away what it is told after a turn that was stopped or failed. */
function isCutShort(name: string, { status = 'completed' }: JsonObject): boolean {
  return name === 'stop' && status !== 'completed'
}

/** Codex may put the namespace of the tool before its name. */
function isDispatcher(tool: string): boolean {
  const name = tool.slice(tool.lastIndexOf('.') + 1).replaceAll(/[_\s-]/gu, '')
  return dispatchers.includes(name.toLowerCase())
}

/** Where each keeps its sessions; Codex also numbers turns, and Gemini CLI has names of its own for moments. */
function harnessOf(read: JsonObject, name: string, transcript: string | null): string | null {
  // Our plugin writes the event, and says so.
  if (read['harness'] === 'opencode') return 'opencode'
  if ('cursor_version' in read) return 'Cursor'
  const folder = /[/\\]\.(codex|claude|gemini|qwen)[/\\]/u.exec(transcript ?? '')?.[1]
  if (folder === 'codex' || 'turn_id' in read) return 'Codex'
  if (Object.hasOwn(geminiNames, name) || folder === 'gemini') return 'Gemini CLI'
  if (folder === 'qwen') return 'Qwen Code'
  return folder === 'claude' ? 'Claude Code' : null
}

function parsed(written: string): JsonObject {
  let read: unknown
  try {
    read = JSON.parse(written)
  } catch {
    throw wrong(`The hook event is not JSON: ${written.trim().slice(0, 60) || '(empty)'}`)
  }
  if (!isJsonObject(read)) throw wrong('The hook event is not a JSON object.')
  return read
}

function textOf(read: JsonObject, key: string): string | null {
  const value = read[key]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function wrong(message: string): MailError {
  return new MailError(
    'usage',
    message,
    'A coding agent writes the event to standard input. Install the hook with `watchpost setup`, or print mail with `watchpost inject`.',
  )
}
