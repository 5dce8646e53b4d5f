import { isJsonObject, type Json } from '../../../domain/json.ts'
import { plain, sanitize, sanitizeLine } from '../../../domain/sanitize.ts'
import type { Line } from './body-span.ts'
import { cut, pad, repeated, widthOf, wrap } from './text.ts'

const shownKeys = 60
const shownItems = 10
const nestedLimit = 400
const textLimit = 4096
const depthLimit = 6

/** JSON as a table of keys and values; nested values in one line of JSON, long lists and texts cut and counted. */
export function payloadLines(payload: Json | undefined, columns: number): readonly Line[] {
  const room = Math.max(2, Math.floor(columns))
  if (payload === undefined || payload === null) return []
  if (!isJsonObject(payload))
    return valueTexts(payload).flatMap((text) => wrapped(text, room).map((line) => [line]))
  const entries = Object.entries(payload)
  const shown = entries.slice(0, shownKeys)
  const keys = shown.map(([key]) => sanitizeLine(key.slice(0, 200)))
  const widest = keys.reduce((most, key) => Math.max(most, widthOf(key)), 1)
  const width = Math.min(widest, Math.max(4, Math.floor(room / 3)), 28)
  const beside = room - width - 2 >= 6
  const lines = shown.flatMap(([, value], at) => {
    const key = keys[at] ?? plain('')
    const texts = valueTexts(value).flatMap((text) => wrapped(text, beside ? room - width - 2 : room))
    if (!beside) return [[{ text: cut(key, room), style: 'bold' as const }], ...texts.map((text) => [text])]
    return texts.map(
      (text, row): Line => [
        row === 0 ? { text: pad(key, width), style: 'bold' } : { text: repeated(' ', width), style: 'plain' },
        { text: plain('  '), style: 'plain' },
        text,
      ],
    )
  })
  return [...lines, ...moreLine(entries.length - shown.length, room)]
}

function moreLine(more: number, columns: number): readonly Line[] {
  return more > 0 ? [[{ text: cut(plain(`… ${more} more`), columns), style: 'dim' }]] : []
}

function wrapped(text: string, columns: number): Line {
  return wrap(sanitize(text), columns).map((line) => ({ text: line, style: 'plain' }))
}

/** A value as texts to be written one below the other. */
function valueTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [limited(value)]
  if (!Array.isArray(value) || value.length === 0) return [compactJson(value)]
  const list: readonly Json[] = value
  const shown = list
    .slice(0, shownItems)
    .map((item) => (typeof item === 'string' ? limited(item) : compactJson(item)))
  const more = list.length - shown.length
  return more > 0 ? [...shown, `… ${more} more`] : shown
}

function limited(text: string): string {
  return text.length > textLimit ? `${text.slice(0, textLimit)}… ${text.length - textLimit} more` : text
}

/** JSON in one line, given up with `…` when it is long or deep: a payload can be megabytes. */
export function compactJson(value: Json, limit = nestedLimit): string {
  const text = written(value, { room: limit }, 0)
  return text.length <= limit ? text : `${text.slice(0, limit)}…`
}

function written(value: Json, budget: { room: number }, depth: number): string {
  if (typeof value === 'string')
    return spent(JSON.stringify(value.slice(0, Math.max(0, budget.room) + 1)), budget)
  if (value === null || typeof value !== 'object') return spent(String(value), budget)
  if (depth > depthLimit) return spent('…', budget)
  const parts: string[] = []
  const isObject = isJsonObject(value)
  const keys = isObject ? Object.keys(value) : []
  const size = isObject ? keys.length : value.length
  for (let at = 0; at < size && budget.room > 0; at += 1) {
    const key = keys[at] ?? ''
    const item = (isObject ? value[key] : value[at]) ?? null
    const name = isObject ? spent(`${JSON.stringify(key.slice(0, 200))}:`, budget) : ''
    parts.push(name + written(item, budget, depth + 1))
    budget.room -= 1
  }
  const inside = parts.join(',') + (parts.length < size ? ',…' : '')
  return isObject ? `{${inside}}` : `[${inside}]`
}

function spent(text: string, budget: { room: number }): string {
  budget.room -= text.length
  return text
}
