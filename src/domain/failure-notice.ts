import { shortId } from './id.ts'
import { type Message, titleOf } from './message.ts'

/** The notice to a requester has a key made of this, the message and the recipient, so that only one is sent. */
export const failureKeyPrefix = 'failed:'

/** `round`: how often the copy was redelivered. Each request gets its own notice. */
export function failureKey(message: number, owner: string, round: number): string {
  return `${failureKeyPrefix}${message}:${owner}${round === 0 ? '' : `:${round}`}`
}

export type Failure = {
  readonly message: number
  readonly owner: string
  readonly by: string
  readonly reason: string | null
  readonly at: number
  readonly round: number
}

const longestReason = 2_000

export function failureSubject(message: Message): string {
  return `Failed: ${titleOf(message)}`.slice(0, 200)
}

export function failureBody({ message, owner, by, reason }: Failure): string {
  const id = shortId(message)
  const who = by === owner ? `${owner} failed this` : `${by} marked this as failed on behalf of ${owner}`
  return [
    ...sentence(who, reason),
    '',
    `To ask ${owner} again, run \`watchpost redeliver ${id}\`; to ask another agent, add \`--to ADDRESS\`.`,
    'If there is nothing more to do, acknowledge or archive this notice.',
  ].join('\n')
}

/** A reason on one line of a notice, short and without anything that reads as a command of ours. */
export function reasonInLine(reason: string): string {
  return reason.slice(0, 200).replace(/\s+/gu, ' ').replaceAll('`', "'").trim()
}

/** The notice is the system's own, and the reason is somebody's: in one line, or quoted, it cannot pass for ours. */
function sentence(who: string, reason: string | null): readonly string[] {
  const said = (reason ?? '').trim().slice(0, longestReason)
  if (said === '') return [`${who}.`]
  const lines = said.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
  if (lines.length > 1 || said.includes('`')) return [`${who}:`, '', ...lines.map((line) => `> ${line}`)]
  return [`${who}: ${said}${/[.!?]$/u.test(said) ? '' : '.'}`]
}
