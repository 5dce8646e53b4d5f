import { own } from '../../../domain/own.ts'
import { age, counted } from '../../present.ts'

const minute = 60_000

/** How long ago, in words that do not change with every second one looks. */
export function calmAge(then: number | string, now: number): string {
  const since = now - (typeof then === 'string' ? Date.parse(then) : then)
  return since >= 0 && since < minute ? 'now' : age(then, now)
}

const units: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  y: 'year',
}

/** `14m` as one says it. */
export function spokenAge(then: number | string, now: number): string {
  const short = calmAge(then, now)
  const [, amount, unit] = /^(\d+)([smhdwy])$/u.exec(short) ?? []
  const noun = unit === undefined ? undefined : own(units, unit)
  return noun === undefined ? short : `${counted(Number(amount), noun)} ago`
}
