import type { MessageValue } from '../../../services/values.ts'

type Titled = Pick<MessageValue, 'subject' | 'preview'>

/** The subject, or the bare beginning of a message without one. */
export function bareTitle({ subject, preview }: Titled): string {
  return subject === '' ? bareText(preview) : subject
}

/** The same in a list, where a column says that it is an escalation. */
export function listedTitle(message: Titled & Pick<MessageValue, 'kind'>): string {
  const title = bareTitle(message)
  return message.kind === 'escalation' ? title.replace(/^(?:CEO )?Escalation: /u, '') : title
}

/** Text in one line without the marks of its markup. */
export function bareText(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)\s]+\)/gu, '$1')
    .replace(/\*\*|(?<![\p{L}\p{N}_])__|__(?![\p{L}\p{N}_])|`|^#+ | #+(?= )|^> /gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** An agent without its swarm. */
export function shortName(address: string): string {
  const short = address.slice(address.indexOf('/') + 1)
  return short === '' ? address : short
}

/** The same of what was written to, where that is an agent: of places, sets and patterns each part is needed. */
export function shortRecipient(address: string): string {
  const name = address.replace(/^agent:/u, '')
  return /[:@*]/u.test(name) ? name : shortName(name)
}
