import { MailError } from './errors.ts'
import { own } from './own.ts'

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** What the clocks of the programs of a store differ by is less, ms. A later time was recorded by a wrong clock, and proves nothing. */
export const clockSkew = 60_000

/** A hundred years. Much later times could not be written, nor rows that contain them be read. */
export const longestDuration = 36_525 * 86_400_000

/**
 * A length of time such as `90s`, `15m`, `4h`, `7d` or `1h30m`, in milliseconds; `undefined` when it is not one, or longer
 * than a hundred years.
 */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase()
  if (!/^(?:\d+(?:\.\d+)?[smhdw])+$/u.test(trimmed)) return undefined
  let total = 0
  for (const [, amount, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)([smhdw])/gu))
    total += Number(amount) * (own(units, unit ?? '') ?? 0)
  return total <= longestDuration ? Math.round(total) : undefined
}

const dated = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u

/** A point in time: ISO 8601, or a duration from now. Milliseconds since 1970; `undefined` when it is neither. */
export function parseTime(text: string, now: number): number | undefined {
  const duration = parseDuration(text.replace(/^\+/u, ''))
  if (duration !== undefined) return now + duration
  if (!dated.test(text.trim())) return undefined
  const at = parseDate(text.trim().replace(' ', 'T'))
  return Number.isNaN(at) ? undefined : at
}

/** As `Date.parse`, which takes 30 February for 2 March: here it is no time. Times that others wrote are read by this. */
export function parseDate(text: string): number {
  return isNoDay(text) ? Number.NaN : Date.parse(text)
}

/** Whether an ISO date says a day that the calendar does not have. */
export function isNoDay(text: string): boolean {
  const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/u.exec(text.trim()) ?? []
  if (day === undefined) return false
  const midnight = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(midnight) || !iso(midnight).startsWith(day)
}

/** What is said of a text that is no time. @param form how the text is written in the sentence */
export function notATime(name: string, text: string, form = text): string {
  return `${name} is not a time: ${form}${isNoDay(text) ? ' (there is no such day)' : ''}`
}

/** Whether a time lies ahead, such as the end of a snooze, or back, such as the begin of a search. */
export type Towards = 'future' | 'past'

/** The same towards the past: a duration is an age. */
export function parsePast(text: string, now: number): number | undefined {
  const at = parseTime(text, now)
  return at === undefined || /^\d{4}-/u.test(text.trim()) ? at : now - (at - now)
}

export function parseTowards(text: string, now: number, towards: Towards): number | undefined {
  return towards === 'past' ? parsePast(text, now) : parseTime(text, now)
}

/** A longer text is not a time, and takes long to parse. */
const longestTime = 64

/** Whether it is worth loading what reads times as people write them. */
export function mayBeNatural(text: string): boolean {
  return text.length <= longestTime && /[a-z:]/iu.test(text) && !/^\s*\d{4}-\d/u.test(text)
}

/** For help and errors. */
export const timeForms = '2h, 17:30, "tomorrow 9am", monday or 2027-01-31T09:00'

export function requireTime(text: string, now: number, name: string): number {
  const at = parseTime(text, now)
  if (at === undefined) throw new MailError('usage', notATime(name, text), `Use for example ${timeForms}.`)
  return at
}

/** `2m`, `14m`, `3h`, `5d`: how long ago, in the largest unit that fits. */
export function ageOf(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`
  return seconds < 86_400 * 365
    ? `${Math.floor(seconds / 86_400)}d`
    : `${Math.floor(seconds / (86_400 * 365))}y`
}

const lengths: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
]

/** A length of time as `parseDuration` reads it: `10m`, `1h30m`, `0.5s`. */
export function durationText(milliseconds: number): string {
  let rest = milliseconds
  let text = ''
  for (const [unit, length] of lengths) {
    const whole = Math.floor(rest / length)
    if (whole > 0) text += `${whole}${unit}`
    rest -= whole * length
  }
  return rest > 0 || text === '' ? `${text}${rest / 1000}s` : text
}

/** `Mon 1 Feb 09:00`, in this process's time zone. */
export function clockText(at: number): string {
  const [weekday = '', month = '', day = '', , time = ''] = dateOf(at).toString().split(' ')
  return `${weekday} ${Number(day)} ${month} ${time.slice(0, 5)}`
}

/** The last moment that `Date` knows. */
const lastMoment = 8.64e15

/** A time beyond all calendars becomes the last that there is: one row must not hide a mailbox. */
export function dateOf(at: number): Date {
  return new Date(Math.max(-lastMoment, Math.min(at, lastMoment)))
}

/** ISO 8601 in UTC. */
export function iso(at: number): string
export function iso(at: number | null): string | null
export function iso(at: number | null): string | null {
  return at === null ? null : dateOf(at).toISOString()
}
