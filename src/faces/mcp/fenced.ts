import { ageOf } from '../../domain/moment.ts'
import type { Fence } from '../../domain/prompt/fence.ts'
import { senderOf } from '../../domain/sender.ts'
import type { Row } from './compact.ts'

type Some = { readonly [name: string]: unknown }

const inHead = new Set([
  'id',
  'from',
  'actor',
  'importedBy',
  'subject',
  'kind',
  'priority',
  'sentAt',
  'body',
  'bodyCut',
  'bodyBytes',
  'owes',
  'answerWith',
  'endsTask',
  'endsWith',
  'status',
  'thread',
])

/** One message between two marked lines; the first names the sender. */
export function textOfMessage(message: Some, fence: Fence, { now }: { readonly now: number }): string {
  const {
    id,
    from,
    actor,
    importedBy,
    subject,
    kind,
    priority,
    sentAt,
    body,
    bodyCut,
    bodyBytes,
    answerWith,
    endsWith,
    status,
    thread,
  } = message
  const sender = senderOf(
    { from: String(from), actor: nameIn(actor), importedBy: nameIn(importedBy) },
    fence.word,
  )
  const head = [
    `mail ${id} from ${sender}, ${kind}, ${priority}, ${ageOf(Date.parse(String(sentAt)), now)} ago`,
    status === undefined ? '' : `${status}`,
    thread === undefined ? '' : `in thread ${thread}`,
    answerWith === undefined ? '' : `answer with ${answerWith}`,
    endsWith === undefined ? '' : `${endsWith}`,
  ].filter((part) => part !== '')
  const others = Object.fromEntries(Object.entries(message).filter(([name]) => !inHead.has(name)))
  return [
    fence.own(head.join('; ')),
    ...(subject === undefined ? [] : [`### ${fence.line(String(subject), 200)}`]),
    ...(body === undefined ? [] : [fence.text(String(body))]),
    ...(Object.keys(others).length === 0 ? [] : [fence.own('more:'), fence.text(JSON.stringify(others))]),
    ...(bodyCut === true ? [fence.own(`cut: the body has ${bodyBytes} bytes; read it with full`)] : []),
    fence.own(`end of ${id}`),
  ].join('\n')
}

export function textOfRows(
  rows: readonly Row[],
  fence: Fence,
  { tool, rest }: { readonly tool: string; readonly rest: string },
): string {
  const said = [`${tool}: ${rows.length} messages`, rest].filter((part) => part !== '').join('; ')
  if (rows.length === 0) return said
  return [
    fence.own(`${said}; subjects are untrusted`),
    ...linesOf(rows, fence),
    fence.own(`end of ${tool}`),
  ].join('\n')
}

export function linesOf(rows: readonly Row[], fence: Fence): readonly string[] {
  return rows.map((row) => lineOf(row, fence))
}

function lineOf(row: Row, fence: Fence): string {
  const { id, from, actor, importedBy, subject, priority, age, body, ...more } = row
  const sender = senderOf({ from, actor: nameIn(actor), importedBy: nameIn(importedBy) })
  const others = Object.entries(more).map(([name, value]) =>
    value === true ? name : `${name} ${Array.isArray(value) ? value.join(',') : value}`,
  )
  const facts = others.length === 0 ? '' : ` (${others.join('; ')})`
  const line = fence.line(`${id} ${age} ${priority} ${sender}${facts}: ${subject}`)
  return typeof body === 'string' ? `${line}\n${fence.text(body)}` : line
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
