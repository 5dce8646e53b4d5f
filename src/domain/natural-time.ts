import { casual, type ParsedResult } from 'chrono-node/en'
import { addDays } from 'date-fns/addDays'
import { addYears } from 'date-fns/addYears'
import { set } from 'date-fns/set'
import { startOfDay } from 'date-fns/startOfDay'
import { longestDuration, type Towards } from './moment.ts'

/** A day without a time of day means the beginning of work. */
const morning = { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 }

/**
 * A time as people write it, in this process's time zone: `tomorrow 9am`, `monday`, `17:30`. Milliseconds since 1970;
 * `undefined` where the text is anything else, or says more than one time.
 */
export function readNatural(text: string, now: number, towards: Towards): number | undefined {
  const trimmed = text.trim()
  // `last monday` is over, however far it has to be moved to lie ahead.
  const forwardDate = towards === 'future' && !/\b(?:last|past|previous)\b/iu.test(trimmed)
  const [found] = casual.parse(trimmed, { instant: new Date(now) }, { forwardDate })
  if (found === undefined || found.text.length !== trimmed.length || found.end) return undefined
  const tags = found.tags()
  // `1/2` is January to some and February to others.
  if (tags.has('parser/SlashDateFormatParser')) return undefined
  const at = isWholeDay(found) ? dayOf(found.date(), towards) : found.date()
  const moment = (towards === 'past' ? earlier(found, at, now) : at).getTime()
  return Math.abs(moment - now) <= longestDuration ? moment : undefined
}

/** Neither a time of day nor a length of time was written. */
function isWholeDay(found: ParsedResult): boolean {
  const tags = [...found.tags()]
  return (
    !found.start.isCertain('hour') &&
    !tags.some((tag) => /relativeDate|CasualTime|casualReference\/(?:tonight|now)/u.test(tag))
  )
}

function dayOf(date: Date, towards: Towards): Date {
  return towards === 'past' ? startOfDay(date) : set(date, morning)
}

/** Looking back, `friday` is the one before now; `tomorrow` stays ahead. */
function earlier({ start }: ParsedResult, at: Date, now: number): Date {
  if (at.getTime() <= now || start.isCertain('day')) return at
  if (start.isCertain('weekday')) return addDays(at, -7)
  if (start.isCertain('month')) return start.isCertain('year') ? at : addYears(at, -1)
  return start.isCertain('hour') ? addDays(at, -1) : at
}
