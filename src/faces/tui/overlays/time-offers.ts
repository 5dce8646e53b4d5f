import { clockText } from '../../../domain/moment.ts'
import { own } from '../../../domain/own.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { marks } from '../../present-glyphs.ts'
import type { Field } from '../model/editor.ts'
import type { TimeOffers } from '../model/overlay.ts'
import { type Line, span, word } from '../text/line.ts'
import { pad } from '../text/text.ts'

export const snoozeTimes: readonly string[] = ['1h', 'this evening', 'tomorrow 9:00', 'monday 9:00']

/** The offers with their times, and below them what was typed. */
export function offerLines(
  { field, offers }: { readonly field: Field; readonly offers?: TimeOffers },
  now: number,
): readonly Line[] {
  if (offers === undefined) return []
  const typed = field.text.trim()
  const isOffered = offers.texts.includes(typed)
  const rows = [...offers.texts, ...(typed === '' || isOffered ? [] : [typed])]
  return rows.map((text): Line => {
    const at = own(offers.known, text)
    const isWrong = at === null || (at !== undefined && at <= now)
    return [
      word(text === typed ? `${marks.here} ` : '  ', 'accent'),
      span(pad(sanitizeLine(text), 18), text === typed ? 'bold' : 'plain'),
      word(` ${saidOf(at, now)}`, isWrong ? 'urgent' : 'dim'),
    ]
  })
}

/** The meaning of a time, as far as it was read. */
export function saidOf(at: number | null | undefined, now: number): string {
  if (at === undefined) return ''
  if (at === null) return 'not a time'
  return at > now ? clockText(at) : 'in the past'
}
