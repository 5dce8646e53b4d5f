import type { ChangeOperation } from '../effect.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { State } from '../state.ts'
import type { Step } from '../step.ts'
import type { ChangeWords, Command } from './command.ts'
import { hasTarget, targetsOf, unmarked } from './targets.ts'

type MailChange = Pick<Command, 'help' | 'rank'> & {
  readonly name: string
  readonly key: string
  readonly operation: ChangeOperation
  readonly words: ChangeWords
  readonly hint?: string
}

/** A command that changes the chosen copies by one operation and asks nothing. */
export function mailChange({ name, key, operation, words, hint, ...more }: MailChange): Command {
  return {
    ...more,
    name,
    at: { mail: key },
    operation,
    writes: true,
    needs: 'row',
    ...(hint !== undefined && { hint: ownCopyHint(hint) }),
    available: hasTarget,
    run: (state) => changed(state, `mail.${name}`, operation),
    changes: { [operation]: words },
  }
}

/** The change goes out for the chosen copies. */
export function changed(state: State, command: string, operation: ChangeOperation): Step {
  return [unmarked(state), { type: 'change', command, operation, targets: targetsOf(state), input: {} }]
}

/** A message without a copy of one's own can be read and answered, no more; a draft has no states. */
export function ownCopyHint(hint: string): (state: State) => string | undefined {
  return (state) => (messageHere(state)?.owner === null ? undefined : messageHint(hint)(state))
}

/** A hint for commands that need a message; a draft is not one. */
export function messageHint(hint: string): (state: State) => string | undefined {
  return (state) => (isDraft(state) ? undefined : hint)
}

export function isDraft({ panes: { focus, list } }: State): boolean {
  return focus === 'inbox' && selectedRow(list)?.type === 'draft'
}
