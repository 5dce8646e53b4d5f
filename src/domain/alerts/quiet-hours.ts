/** A part of each day, in minutes since midnight, local time. It may span midnight. */
export type QuietHours = { readonly from: number; readonly to: number }

const form = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/u

/** `22:00-07:00`; `null` for what is none. */
export function readQuietHours(text: string): QuietHours | null {
  const [, ...parts] = form.exec(text.trim()) ?? []
  const [fromHour = 24, fromMinute = 0, toHour = 24, toMinute = 0] = parts.map(Number)
  if (fromHour > 23 || toHour > 23 || fromMinute > 59 || toMinute > 59) return null
  const hours = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
  return hours.from === hours.to ? null : hours
}

/** The beginning belongs to the quiet hours, the end does not. */
export function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (hours === null) return false
  const minute = now.getHours() * 60 + now.getMinutes()
  const { from, to } = hours
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}
