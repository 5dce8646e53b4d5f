import { iso } from '../../domain/moment.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import type { WrittenInto } from '../../services/reservations/written-into.ts'
import { type Answer, lineFor, type Reader } from './answer-form.ts'
import { refusalOf } from './hook-answer.ts'

const mostNamed = 3

/**
 * The answer before a tool writes into another agent's reservation. The agent reads the name of its own file, not the
 * holder's words. A warning is for the person too.
 */
export function reservedAnswer(to: Reader, found: readonly WrittenInto[], isRefused: boolean): string {
  const text = `${sentenceOf(found)} ${isRefused ? refusal : advice}`
  return lineFor(to, answerOf(to.name, text, isRefused))
}

const refusal =
  'The write was refused. Work on something else, or write to the holder; `watchpost reservations` lists what is reserved.'
const advice = 'Talk to the holder before you edit it; `watchpost reservations` lists what is reserved.'

function answerOf(name: string, text: string, isRefused: boolean): Answer {
  if (isRefused) return refusalOf(name, text)
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
