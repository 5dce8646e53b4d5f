import { isJsonObject, type Json, type JsonObject } from '../json.ts'
import { type Content, contentOf, evidenceLine } from './evidence.ts'

/** The text of a debate message that was written in fields: its statement, its reasons and its evidence. */
export function debateBody({ statement, rationale, evidence }: Content): string {
  return joined([statement ?? '', list('Rationale', rationale), list('Evidence', evidence.map(evidenceLine))])
}

const leads = ['statement', 'message', 'reason', 'question', 'answer', 'response', 'text'] as const
const told = new Set(['subject', 'body', 'statement', 'rationale', 'evidence'])

/**
 * The full text of a CCCC message for people: its statement, its reasons and evidence, then its other fields under
 * their names (a challenge, a compromise, options, a deadline).
 */
export function contentText(content: JsonObject): string {
  const lead = leads.find((name) => typeof content[name] === 'string' && content[name].trim() !== '')
  const { rationale, evidence } = contentOf(content)
  const statement = lead === undefined ? null : String(content[lead])
  const others = Object.entries(content).filter(
    ([name, value]) => name !== lead && !told.has(name) && value !== null,
  )
  return joined([
    debateBody({ statement, rationale, evidence }),
    ...others.map(([name, value]) => field(titled(name), value)),
  ])
}

function field(title: string, value: Json): string {
  if (Array.isArray(value)) return list(title, (value as readonly Json[]).map(plain))
  return `**${title}:** ${plain(value)}`
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : isJsonObject(value) ? evidenceLine(value) : JSON.stringify(value)
}

function titled(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  return [`**${title}:**`, ...items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`)].join('\n')
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}
