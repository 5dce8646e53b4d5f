import type { Verdict } from '../../../domain/approval.ts'
import { sheetHeight, sheetLines } from '../overlays/sheet/sheet-lines.ts'
import type { Dialog, HasClock, HasOverlay } from '../state.ts'
import { type Step, say } from '../step.ts'
import { type Command, call } from './command.ts'

/** The answers to a request for permission. */
export const requestCommands: readonly Command[] = [
  {
    name: 'allow',
    at: { sheet: 'Alt-y' },
    help: "allow the agent's request",
    hint: (state) => (canAnswer(state) === true ? 'allow it' : undefined),
    rank: 1,
    operation: 'decideRequest',
    writes: true,
    available: canAnswer,
    run: (state) => answerRequest(state, 'sheet.allow', 'allow'),
    done: {
      decideRequest: (decided) => decidedWords('Allowed', decided),
    },
  },
  {
    name: 'deny',
    at: { sheet: 'Alt-n' },
    help: "deny the agent's request",
    hint: (state) => (canAnswer(state) === true ? 'deny it' : undefined),
    rank: 1,
    operation: 'decideRequest',
    writes: true,
    available: canAnswer,
    run: (state) => answerRequest(state, 'sheet.deny', 'deny'),
    done: {
      decideRequest: (decided) => decidedWords('Denied', decided),
    },
  },
]

/** A request must have been visible for this long, ms: keys typed before it are not meant for it. */
const readFor = 700

/** The request that is open. */
function requestHere({ overlay }: HasOverlay) {
  return overlay.type === 'sheet' && overlay.sheet.type === 'request' ? overlay.sheet : null
}

/** Why it cannot be answered, however long it is read, or `true`: such keys are dimmed. */
function canAnswer(state: HasOverlay & HasClock): true | string {
  const sheet = requestHere(state)
  if (sheet === null) return 'Open a request first.'
  const { value } = sheet
  if (value !== null && (!value.isOpen || value.digest === null || Date.parse(value.until) < state.clock.now))
    return "Answer this request at the agent's own prompt."
  return true
}

/** Why it is answered too early, or `true`. */
function isRead(state: HasOverlay & HasClock): true | string {
  const sheet = requestHere(state)
  const isSeen = sheet?.value != null && sheet.shownAt !== null && state.clock.now - sheet.shownAt >= readFor
  return isSeen || 'Read the request first, then press the key again.'
}

/** Lines below the screen were not read. */
function isReadToEnd(state: Dialog & HasClock): true | string {
  const { overlay, clock } = state
  if (requestHere(state) === null || overlay.type !== 'sheet') return 'Open a request first.'
  const { size } = state.session
  const isAtEnd = overlay.at + sheetHeight(size) >= sheetLines(overlay, size, clock.now).length
  return isAtEnd || 'Read the request to its end first.'
}

function answerRequest<S extends Dialog & HasClock>(state: S, command: string, verdict: Verdict): Step<S> {
  const read = isRead(state)
  const reason = read === true && verdict === 'allow' ? isReadToEnd(state) : read
  if (reason !== true) return say(state, reason)
  const value = requestHere(state)?.value ?? null
  if (value?.digest == null) return say(state, 'Open a request first.')
  const { request, digest } = value
  const closed: S = { ...state, overlay: { type: 'none' } }
  return [closed, call(command, 'decideRequest', { request, verdict, digest })]
}

type Decided = { readonly agent: string; readonly taken: boolean }

function decidedWords(word: string, { agent, taken }: Decided): string {
  return taken
    ? `${word}: ${agent} continues`
    : `${word}, but ${agent} did not receive it. Answer at its own prompt`
}
