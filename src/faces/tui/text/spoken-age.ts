import { own } from '../../../domain/own.ts'
import { counted } from '../../present.ts'
import { calmAge } from './calm-age.ts'

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
