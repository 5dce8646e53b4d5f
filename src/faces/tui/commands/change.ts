import { counted } from '../../present.ts'
import type { ChangeOperation, Effect } from '../effect.ts'
import { isMany } from '../overlays/journal.ts'
import { chosenCount } from '../panes/inbox/chosen.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { matchingIn } from '../panes/inbox/matching.ts'
import { otherMailbox } from '../panes/inbox/scopes.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { Browsing, HasPanes, OnScreen, Panes, Target } from '../state.ts'
import { type Step, say } from '../step.ts'
import { shortName } from '../text/titles.ts'
import { confirm } from './ask.ts'
import type { ChangeWords, Command } from './command.ts'
import { hasTarget, targetedMessages, targetsOf, unmarked } from './targets.ts'

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
    run: (state) => changed(state, { command: `mail.${name}`, operation, words }),
    changes: { [operation]: words },
  }
}

type Asked = {
  /** The command whose words announce the answer. */
  readonly command: string
  readonly operation: ChangeOperation
  readonly words: ChangeWords
  readonly input?: object
  /** The chosen copies, unless they were chosen before something was asked. */
  readonly targets?: readonly Target[]
  readonly wholeThread?: true
}

/** The change goes out for the chosen copies: asked about first if they are many, or another's for the first time. */
export function changed<S extends OnScreen>(state: S, asked: Asked): Step<S> {
  const { words, wholeThread } = asked
  const whole = isForAll(state.panes, asked)
  const targets = asked.targets ?? targetsOf(state)
  const count = whole ? chosenCount(state.panes.list) : wholeThread ? threadSize(state) : targets.length
  if (count === null) return say(state, 'The messages are still being counted.')
  const effect = whole ? allEffect(state, asked) : oneEffect(asked, targets)
  if (effect === null) return say(state, 'That works only on loaded messages.', 'problem')
  const named = words.verb.replace('{}', counted(count, 'message'))
  const acting = otherMailbox(state)
  if (acting !== null && state.session.acting?.confirmed === false) {
    const effects = effectsOfActing(state, acting, asked.operation).map((one) => `, ${one}`)
    return confirm(state, `As ${shortName(acting)}: ${named}${effects.join('')}?`, { effect, acting: true })
  }
  if (isMany(count)) return confirm(state, `${capital(named)}?`, { effect })
  return [unmarked(state), effect]
}

function isForAll({ list, focus, board }: Panes, { wholeThread }: Asked): boolean {
  return board === null && list.whole?.chosen === true && focus !== 'thread' && wholeThread !== true
}

function threadSize({ panes: { list, board, thread } }: HasPanes): number {
  if (board !== null) return thread?.messages.length ?? 1
  const row = selectedRow(list)
  return row?.type === 'mail' ? row.threadSize : 1
}

function oneEffect(
  { command, operation, input = {}, wholeThread }: Asked,
  targets: readonly Target[],
): Effect {
  return { type: 'change', command, operation, targets, input, ...(wholeThread && { wholeThread }) }
}

function allEffect(state: Browsing, { command, operation, input = {} }: Asked): Effect | null {
  const matching = matchingIn(state)
  if (matching === null || operation === 'retry') return null
  const through = state.panes.list.whole?.through ?? null
  return { type: 'change-all', command, operation, matching, through, input }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A message without a copy to change can be read and answered, no more; a draft has no states. */
export function ownCopyHint(hint: string): (state: Browsing) => string | undefined {
  return (state) =>
    messageHere(state)?.owner === null || isOnlyRead(state) ? undefined : messageHint(hint)(state)
}

/** Another's mailbox, as long as one does not act in it. */
function isOnlyRead(state: Browsing): boolean {
  return otherMailbox(state) !== null && state.session.acting === null
}

/** A hint for commands that need a message; a draft is not one. */
export function messageHint(hint: string): (state: HasPanes) => string | undefined {
  return (state) => (isDraft(state) ? undefined : hint)
}

export function isDraft({ panes: { focus, list, board } }: HasPanes): boolean {
  return board === null && focus === 'inbox' && selectedRow(list)?.type === 'draft'
}

/** Operations after which an answer is no longer owed. */
const closing: readonly ChangeOperation[] = ['complete', 'archive']
/** Operations that take leased work from its holder. */
const freeing: readonly ChangeOperation[] = ['complete', 'fail', 'archive', 'unread', 'process', 'retry']

/** Further effects of changing another agent's mail, as words: `which scout has not read`. */
function effectsOfActing(state: HasPanes, owner: string, operation: ChangeOperation): readonly string[] {
  const messages = targetedMessages(state)
  const unread = messages.filter(({ status }) => status === 'unread').length
  const owing = messages.filter(({ owes }) => owes).length
  const holders = new Set(messages.flatMap(({ lease }) => (lease === null ? [] : [lease.by])))
  const roles = new Set(messages.flatMap(({ to, cc }) => [...to, ...cc]).filter(isRole))
  return [
    ...(unread > 0 && operation !== 'unread' ? [`${share(unread, messages.length)}unread`] : []),
    ...(owing > 0 && closing.includes(operation) ? [`${share(owing, messages.length)}unanswered`] : []),
    ...(holders.size > 0 && freeing.includes(operation) ? [`leased by ${[...holders].join(', ')}`] : []),
    ...(roles.size > 0 && operation === 'complete' ? [`for all of ${[...roles].join(', ')}`] : []),
    ...(messages.length === 0 ? [`for ${owner}`] : []),
  ]
}

function share(some: number, all: number): string {
  return all === 1 ? '' : `${some} `
}

function isRole(address: string): boolean {
  return address.startsWith('role:')
}
