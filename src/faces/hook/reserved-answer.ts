import { iso } from '../../domain/moment.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import type { WrittenInto } from '../../services/reservations/written-into.ts'
import { refusalOf } from './hook-answer.ts'

const mostNamed = 3

/**
 * The answer before a tool writes into another agent's reservation. The agent reads the name of its own file, not the
 * holder's words. A refusal has the form of Claude Code and Codex, or of Gemini CLI, and a warning is for the person too.
 */
export function reservedAnswer(name: string, found: readonly WrittenInto[], isRefused: boolean): string {
  const text = `${sentenceOf(found)} ${isRefused ? refusal : advice}`
  return `${JSON.stringify(answerOf(name, text, isRefused))}\n`
}

const refusal =
  'The write was refused. Work on something else, or write to the holder; `watchpost reservations` lists what is reserved.'
const advice = 'Talk to the holder before you edit it; `watchpost reservations` lists what is reserved.'

function answerOf(name: string, text: string, isRefused: boolean) {
  if (isRefused) return refusalOf(name, text)
  if (name === 'BeforeTool') return { systemMessage: text }
  return {
    systemMessage: text,
    hookSpecificOutput: { hookEventName: name, additionalContext: text },
  }
}

function sentenceOf(found: readonly WrittenInto[]): string {
  const named = found.slice(0, mostNamed).map(({ file, agent, until }) => {
    return `${disarmLine(file, 200)} is reserved by ${disarmLine(agent, 80)} until ${iso(until)}`
  })
  const left = found.length - named.length
  return `Watchpost: ${named.join('; ')}${left > 0 ? `; and ${left} more` : ''}.`
}
