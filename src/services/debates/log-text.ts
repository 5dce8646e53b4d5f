import type { DebateLogValue } from '../../values/debates-schema.ts'
import { evidenceLines } from './value.ts'

/** The positions of debates as a Markdown file. Foreign text is quoted, so that it cannot imitate our headings. */
export function debateLogText(positions: DebateLogValue['positions']): string {
  const blocks = positions.map((position) => {
    const { id, thread, who, kind, at, statement, rationale, strength } = position
    const lines = [statement, ...rationale.map((why) => `Because: ${why}`)]
    const evidence = evidenceLines(position).map((item) => `Evidence: ${item}`)
    const quoted = [...lines, ...evidence]
      .flatMap((text) => text.split(/\r\n?|\n/u))
      .map((line) => `> ${line}`)
    return [
      `## ${kind.toUpperCase()} ${id} by ${who}`,
      `${at}, thread ${thread}, ${strength} evidence`,
      '',
      ...quoted,
      '',
    ]
  })
  return ['# Debate log', '', ...blocks.flat()].join('\n')
}
