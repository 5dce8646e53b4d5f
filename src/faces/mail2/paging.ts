import type { BoxOrder } from '../../domain/mail2/box-order.ts'
import { own } from '../../domain/own.ts'
import { invalid } from './statuses.ts'

type Query = Readonly<Record<string, unknown>>

const names = ['limit', 'offset', 'sort_by', 'order']
const most = 100
const usual = 20
const furthest = 1_000_000_000

/** @throws Refusal 422 */
export function orderOf(query: Query): BoxOrder {
  const strange = Object.keys(query).find((name) => !names.includes(name))
  if (strange !== undefined) throw invalid(`${strange} is no parameter of a list`, ['query', strange])
  return {
    limit: numberIn(query, 'limit', 1, most) ?? usual,
    offset: numberIn(query, 'offset', 0, furthest) ?? 0,
    by: wordIn(query, 'sort_by', ['entered_at', 'sent_at']) === 'sent_at' ? 'sent' : 'entered',
    newestFirst: wordIn(query, 'order', ['asc', 'desc']) !== 'asc',
  }
}

function numberIn(query: Query, name: string, least: number, most: number): number | undefined {
  const value = own(query, name)
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,10}$/u.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw invalid(`${name} must be a whole number from ${least} to ${most}`, ['query', name])
}

function wordIn(query: Query, name: string, words: readonly string[]): string | undefined {
  const value = own(query, name)
  if (value === undefined) return undefined
  if (typeof value === 'string' && words.includes(value)) return value
  throw invalid(`${name} must be ${words.join(' or ')}`, ['query', name])
}
