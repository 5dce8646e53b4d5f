import { sanitizeLine } from '../../../domain/sanitize.ts'
import { emptyField, fieldOf } from '../compose/editor/field.ts'
import { yesOrNo } from '../compose/editor/line-view.ts'
import type { Effect } from '../effect.ts'
import type { Field } from '../model/editor.ts'
import type { Dialog } from '../state.ts'
import type { Step } from '../step.ts'

type Question = {
  /** The command whose `answer` takes the text. */
  readonly command: string
  /** The question, shown before the field. Names in it may be an agent's text. */
  readonly label: string
  /** Plain data for the command that asks. */
  readonly subject: unknown
  readonly field?: Field
  /** An answer that the mailbox refused is offered again when the same question is asked again. */
  readonly keeps?: true
  /** Times to choose from. */
  readonly offers?: readonly string[]
}

/** Opens a prompt in the footer. */
export function ask<S extends Dialog>(
  state: S,
  { command, label, subject, field, keeps, offers }: Question,
): Step<S> {
  const { refused } = state.session
  const wasRefused = refused?.command === command && same(refused.subject, subject)
  const offered = wasRefused ? fieldOf(refused.text) : (field ?? emptyField)
  return [
    {
      ...state,
      overlay: {
        type: 'prompt',
        command,
        label: sanitizeLine(label),
        subject,
        field: offered,
        ...(keeps && { keeps }),
        ...(offers && { offers: { texts: offers, known: {} } }),
      },
    },
  ]
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The result of a yes. */
export type Confirmed = {
  readonly effect: Effect
  /** The yes holds for all further changes in the mailbox the person acts in. */
  readonly acting?: true
  /** The words after a no. It is a question about one thing, which leaves the marks of messages as they are. */
  readonly stays?: string
}

/** The name of a command, for a question that asks only whether to go on. */
export const confirmation = 'confirm'

/** Asks in the footer whether to go on. */
export function confirm<S extends Dialog>(state: S, label: string, subject: Confirmed): Step<S> {
  return ask(state, { command: confirmation, label: `${label}${yesOrNo}`, subject })
}

export function isYes(text: string): boolean {
  return /^y(?:es)?$/iu.test(text.trim())
}

/** The words of an answer that names several: separated by blanks or commas. */
export function wordsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/u).filter((word) => word !== '')
}
