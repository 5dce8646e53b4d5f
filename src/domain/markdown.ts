import { lightFormat } from 'date-fns/lightFormat'
import type { Json } from './json.ts'
import type { FullMessage } from './message.ts'
import { dateOf } from './moment.ts'

const markers = { urgent: '[URGENT]', high: '[HIGH]', normal: '', low: '' } as const

/** What `toMarkdown` reads of a message; ids as people write them. */
export type MarkdownSource = Pick<
  FullMessage,
  | 'priority'
  | 'subject'
  | 'from'
  | 'kind'
  | 'sentAt'
  | 'swarm'
  | 'body'
  | 'context'
  | 'attachments'
  | 'payload'
> & { readonly thread: string | null }

/**
 * The message as ADR-003 §1.1 `Message.to_markdown()` renders it, character for character: Python's words for
 * nothing, true and false, its two spaces after `##` without a marker, and its escaped JSON.
 * `thread` is `null` for the first message of one. Times are local, to the minute.
 */
export function toMarkdown(message: MarkdownSource): string {
  const lines = [
    `## ${markers[message.priority]} ${message.subject}`.trim(),
    '',
    `**From:** ${message.from}`,
    `**Type:** ${message.kind}`,
    `**Priority:** ${message.priority.toUpperCase()}`,
    `**Sent:** ${lightFormat(dateOf(message.sentAt), 'yyyy-MM-dd HH:mm')}`,
  ]
  if (message.thread !== null) lines.push(`**Thread:** ${message.thread}`)
  if (message.swarm !== null) lines.push(`**Swarm:** ${message.swarm}`)
  lines.push('', '---', '', message.body)
  lines.push(...contextLines(message.context))
  if (message.attachments.length > 0)
    lines.push('', '### Attachments', '', ...message.attachments.map((path) => `- \`${path}\``))
  if (hasContent(message.payload))
    lines.push('', '### Payload', '', '```json', pythonJson(message.payload), '```')
  return lines.join('\n')
}

function contextLines(context: FullMessage['context']): string[] {
  const entries = Object.entries(context ?? {})
  if (entries.length === 0) return []
  return ['', '### Context', '', ...entries.flatMap(([key, value]) => contextEntry(key, value))]
}

function contextEntry(key: string, value: Json): string[] {
  if (Array.isArray(value)) return [`- **${key}:**`, ...value.map((item: Json) => `  - ${pythonText(item)}`)]
  return [`- **${key}:** ${pythonText(value)}`]
}

function hasContent(payload: Json): boolean {
  return typeof payload === 'object' && payload !== null ? Object.keys(payload).length > 0 : Boolean(payload)
}

/** Python's `json.dumps(value, indent=2)`. */
function pythonJson(value: Json): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Python's `str(value)`. */
function pythonText(value: Json): string {
  return typeof value === 'string' ? value : pythonRepr(value)
}

function pythonRepr(value: Json): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => pythonRepr(item)).join(', ')}]`
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${pythonRepr(item)}`)
    .join(', ')}}`
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text
    .replace(/\\/gu, '\\\\')
    .replace(/\n/gu, '\\n')
    .replace(/\r/gu, '\\r')
    .replace(/\t/gu, '\\t')
  return quote + (quote === "'" ? escaped.replace(/'/gu, "\\'") : escaped) + quote
}
