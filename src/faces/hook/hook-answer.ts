import type { Verdict } from '../../domain/approval.ts'
import { startWithin } from '../../domain/prompt/bytes.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { type HookLimit, strictestLimit } from './hook-limit.ts'

/** How a moment's text reaches the agent: beside its context, or as the reason why it may not stop yet. */
export type AnswerShape = 'context' | 'block'

/** Leaves room for quotes and line breaks, which JSON writes as two. */
const noticeLimit = Math.floor(strictestLimit.most / 2) - 100

/** An answer in its event's shape, one line; nothing for no text. */
export function answerOf(shape: AnswerShape, name: string, text: string): string {
  if (text === '') return ''
  const answer =
    shape === 'block'
      ? { decision: 'block', reason: text }
      : { hookSpecificOutput: { hookEventName: name, additionalContext: text } }
  return `${JSON.stringify(answer)}\n`
}

/** What a person decided about a permission. Codex refuses any other field. */
export function decisionOf(
  name: string,
  { verdict, by }: { readonly verdict: Verdict; readonly by: string },
): string {
  const decision =
    verdict === 'allow'
      ? { behavior: 'allow' }
      : { behavior: 'deny', message: `Denied by ${disarmLine(by, 100)}.` }
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: name, decision } })}\n`
}

/** For the person, if the event has no context for a text. */
export function noticeOf(text: string): string {
  return text === '' ? '' : `${JSON.stringify({ systemMessage: startWithin(text, noticeLimit) })}\n`
}

/**
 * How much text, as JSON has it, leaves the whole answer within its limit: in the limit's unit, since all around the text
 * is ASCII. Harnesses count the text alone, or all that was printed; within the second it is within the first.
 */
export function roomFor(shape: AnswerShape, name: string, { most }: HookLimit): number {
  return Math.max(0, most - answerOf(shape, name, '.').length + 1)
}
