import type { Verdict } from '../../domain/approval.ts'
import { startWithin } from '../../domain/prompt/bytes.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { type Answer, lineFor, type Reader } from './answer-form.ts'
import { type HookLimit, strictestLimit } from './hook-limit.ts'

/**
 * How a moment's text reaches the agent: beside its context, as the reason why it may not stop yet, or as the reason why a
 * tool did not run.
 */
export type AnswerShape = 'context' | 'block' | 'held'

/** Context would come after the helper has started, so the tool is refused: what is read first may make it needless. */
const heldBack =
  'Watchpost held this subagent back once, because mail arrived that you had not seen. Nothing failed. Read it, then start the subagent again if it is still needed.'

/** Leaves room for quotes and line breaks, which JSON writes as two. */
const noticeLimit = Math.floor(strictestLimit.most / 2) - 100

/** An answer in its event's shape, one line; nothing for no text. */
export function answerOf(shape: AnswerShape, to: Reader, text: string): string {
  return text === '' ? '' : lineFor(to, answerIn(shape, to.name, text))
}

function answerIn(shape: AnswerShape, name: string, text: string): Answer {
  switch (shape) {
    case 'block':
      return { decision: 'block', reason: text }
    case 'context':
      return { hookSpecificOutput: { hookEventName: name, additionalContext: text } }
    case 'held':
      return refusalOf(name, `${heldBack}\n\n${text}`)
  }
}

/** A tool that may not run. */
export function refusalOf(name: string, reason: string): Answer {
  return {
    hookSpecificOutput: {
      hookEventName: name,
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }
}

/** A helper may write mail, not take it. */
export function parentsMail(to: Reader): string {
  return lineFor(to, refusalOf(to.name, notYours))
}

const notYours =
  'You are a subagent: your parent gets the mail, so this call was not run and nothing was taken. Go on with your task. You may send mail with `watchpost send`, and look with `watchpost inbox` or `watchpost read ID --peek`.'

/** A person's decision about a permission. Codex refuses any other field. */
export function decisionOf(
  to: Reader,
  { verdict, by }: { readonly verdict: Verdict; readonly by: string },
): string {
  const decision =
    verdict === 'allow'
      ? ({ behavior: 'allow' } as const)
      : ({ behavior: 'deny', message: `Denied by ${disarmLine(by, 100)}.` } as const)
  return lineFor(to, { hookSpecificOutput: { hookEventName: to.name, decision } })
}

/** For the person, if the event has no context for a text. */
export function noticeOf(text: string): string {
  return text === '' ? '' : `${JSON.stringify({ systemMessage: startWithin(text, noticeLimit) })}\n`
}

/**
 * How much text, as JSON has it, leaves the whole answer within its limit: in the limit's unit, since all around the text
 * is ASCII. Harnesses count the text alone, or all that was printed; within the second it is within the first.
 */
export function roomFor(shape: AnswerShape, to: Reader, { most }: HookLimit): number {
  return Math.max(0, most - answerOf(shape, to, '.').length + 1)
}
