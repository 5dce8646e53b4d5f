import { awaySections, nothingHappened } from '../../../present-away.ts'
import type { Effect } from '../../effect.ts'
import type { Sheet, SheetAnswer, SheetQuestion } from '../../model/sheet.ts'
import { type Dialog, type HasClock, type HasOverlay, withSession } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { sheetHeight, sheetLines } from './sheet-lines.ts'

const hour = 3_600_000
/** The periods that one goes through. */
const periods = [hour, 6 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour, 365 * 24 * hour] as const

const ask = (question: SheetQuestion): Effect => ({ type: 'load-sheet', question })

function show<S extends HasOverlay>(state: S, sheet: Sheet): S {
  return { ...state, overlay: { type: 'sheet', sheet, at: 0 } }
}

export function openStats<S extends HasOverlay>(state: S, since: number = periods[2]): Step<S> {
  return [show(state, { type: 'stats', since, value: null }), ask({ type: 'stats', since })]
}

export function openRequest<S extends HasOverlay>(state: S, agent: string, request: string): Step<S> {
  const sheet: Sheet = { type: 'request', agent, request, value: null, shownAt: null }
  return [show(state, sheet), ask({ type: 'request', request })]
}

/** What happened since the person left, as this screen knows it. */
export function openAway<S extends HasOverlay & HasClock>(state: S): Step<S> {
  const since = state.clock.leftAt
  return [show(state, { type: 'away', since, value: null }), ask({ type: 'away', since })]
}

export function changePeriod<S extends HasOverlay>(state: S, direction: 1 | -1): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'sheet' || overlay.sheet.type !== 'stats') return [state]
  const { since } = overlay.sheet
  const next = periods[(periods as readonly number[]).indexOf(since) + direction]
  return next === undefined ? [state] : openStats(state, next)
}

/** The answer to a question that is still the sheet's own. */
export function sheetLoaded<S extends Dialog & HasClock>(
  state: S,
  question: SheetQuestion,
  value: SheetAnswer,
): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'sheet') return [state]
  const { sheet } = overlay
  if (sheet.type === 'stats' && question.type === 'stats' && 'bucket' in value)
    return sheet.since === question.since
      ? [{ ...state, overlay: { ...overlay, sheet: { ...sheet, value } } }]
      : [state]
  if (sheet.type === 'away' && question.type === 'away' && 'waiting' in value) {
    if (awaySections(value).length === 0) return say(closed(state), nothingHappened(value, state.clock.now))
    return [{ ...state, overlay: { ...overlay, sheet: { ...sheet, value } } }]
  }
  if (sheet.type === 'request' && question.type === 'request' && 'digest' in value) {
    if (sheet.request !== question.request) return [state]
    const next: Sheet = { ...sheet, value, shownAt: state.clock.now }
    return [{ ...state, overlay: { ...overlay, sheet: next } }]
  }
  return [state]
}

export function sheetFailed<S extends Dialog>(state: S, problem: string): Step<S> {
  return say(state.overlay.type === 'sheet' ? closed(state) : state, problem, 'problem')
}

/** Keys that were pressed after it were meant for its lines. */
function closed<S extends Dialog>(state: S): S {
  return withSession({ ...state, overlay: { type: 'none' } }, { early: [] })
}

export function moveSheet<S extends Dialog & HasClock>(state: S, steps: number): Step<S> {
  const { overlay } = state
  const { size } = state.session
  if (overlay.type !== 'sheet') return [state]
  const height = sheetHeight(size)
  const lines = sheetLines(overlay, size, state.clock.now)
  const rows = lines.filter(({ about }) => about !== undefined).length
  const last = Math.max(0, rows === 0 ? lines.length - height : rows - 1)
  const at = Math.min(Math.max(0, overlay.at + steps), last)
  return [{ ...state, overlay: { ...overlay, at } }]
}
