import { fieldOf } from '../compose/editor/field.ts'
import type { EventOf } from '../event.ts'
import type { Overlay } from '../model/overlay.ts'
import type { HasOverlay } from '../state.ts'
import type { Step } from '../step.ts'

type Prompt = Extract<Overlay, { type: 'prompt' }>

/** Asks what the typed time means, unless that is known. */
export function readOffers<S extends HasOverlay>(state: S): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'prompt' || overlay.offers === undefined) return [state]
  const { texts, known } = overlay.offers
  const unread = [...texts, overlay.field.text.trim()].filter((text) => text !== '' && !(text in known))
  return unread.length === 0 ? [state] : [state, { type: 'read-times', texts: unread }]
}

export function timesRead<S extends HasOverlay>(state: S, { times }: EventOf<'times-read'>): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'prompt' || overlay.offers === undefined) return [state]
  const known = { ...overlay.offers.known, ...times }
  return [{ ...state, overlay: { ...overlay, offers: { ...overlay.offers, known } } }]
}

/** `Down` takes the first offer, and goes on to the next. */
export function chooseOffer<S extends HasOverlay>(state: S, overlay: Prompt, by: 1 | -1): Step<S> {
  const { texts = [] } = overlay.offers ?? {}
  const at = texts.indexOf(overlay.field.text)
  const next = at < 0 && by < 0 ? texts.at(-1) : texts[(at + by + texts.length) % texts.length]
  return next === undefined
    ? [state]
    : readOffers({ ...state, overlay: { ...overlay, field: fieldOf(next) } })
}
