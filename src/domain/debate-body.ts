import { type Content, evidenceLine } from './evidence.ts'

/** The text of a debate message that was written in fields: what it holds, why, and what speaks for it. */
export function debateBody({ statement, rationale, evidence }: Content): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0
      ? ''
      : [`**${title}:**`, ...items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`)].join('\n')
  const parts = [statement ?? '', list('Rationale', rationale), list('Evidence', evidence.map(evidenceLine))]
  return parts.filter((part) => part !== '').join('\n\n')
}
