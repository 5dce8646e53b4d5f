import { type AskKind, askedReason } from '../../domain/asking.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'

/** A session's wait for a person. */
export type AskedEvent = {
  readonly kind: AskKind
  readonly reason: string
  /** It may repeat an earlier event that had more detail. */
  readonly isNotice: boolean
  /** The request that a person may allow or deny: the tool, its input and the folder, whole. */
  readonly request: JsonObject | null
}

/** The notifications after which a session does nothing until a person answers. Gemini CLI has one of its own. */
const notices: Readonly<Record<string, AskKind>> = {
  permission_prompt: 'permission',
  ToolPermission: 'permission',
  elicitation_dialog: 'question',
  idle_prompt: 'prompt',
}

/** Reads from an event what the session waits for; `null` if it goes on. Every byte of it is hostile. */
export function askedBy(moment: string, read: JsonObject): AskedEvent | null {
  if (moment === 'PermissionRequest') return requestIn(read)
  if (moment === 'StopFailure') {
    const why = [
      textIn(read, 'error'),
      textIn(read, 'error_details') ?? textIn(read, 'last_assistant_message'),
    ]
    return { kind: 'failure', reason: askedReason('its turn failed:', ...why), isNotice: true, request: null }
  }
  if (moment !== 'Notification') return null
  const kind = own(notices, textIn(read, 'notification_type') ?? '')
  if (kind === undefined) return null
  if (kind === 'prompt') return { kind, reason: 'the next prompt', isNotice: true, request: null }
  const { details } = read
  const shown = isJsonObject(details) ? geminiWords(details) : ''
  return {
    kind,
    reason: shown || askedReason(textIn(read, 'message')) || kind,
    isNotice: true,
    request: null,
  }
}

function requestIn(read: JsonObject): AskedEvent {
  const tool = textIn(read, 'tool_name') ?? 'a tool'
  const { tool_input: input } = read
  if (tool === 'AskUserQuestion') {
    const reason = askedReason(questionIn(input)) || 'a question'
    return { kind: 'question', reason, isNotice: false, request: null }
  }
  const request = { tool, input: input ?? null, folder: textIn(read, 'cwd') }
  return { kind: 'permission', reason: askedReason(tool, tellingPart(input)), isNotice: false, request }
}

/** The fields that say most about the use of a tool, first the most telling. */
const tellingFields = [
  'command',
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'url',
  'pattern',
  'query',
  'prompt',
  'description',
]

/** The part of a tool's input that a person would want to see first. */
function tellingPart(input: Json | undefined): string | null {
  if (typeof input === 'string') return input
  if (!isJsonObject(input)) return null
  const named = tellingFields.map((field) => textIn(input, field)).find((text) => text !== null)
  return named ?? Object.values(input).find((value): value is string => typeof value === 'string') ?? null
}

function questionIn(input: Json | undefined): string | null {
  const { questions } = isJsonObject(input) ? input : {}
  const [first] = Array.isArray(questions) ? (questions as readonly Json[]) : []
  return isJsonObject(first) ? textIn(first, 'question') : null
}

function geminiWords(details: JsonObject): string {
  return askedReason(
    textIn(details, 'title') ?? textIn(details, 'tool_name'),
    tellingPart({ ...details, title: '', type: '' }),
  )
}

function textIn(read: JsonObject, key: string): string | null {
  const value = read[key]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
