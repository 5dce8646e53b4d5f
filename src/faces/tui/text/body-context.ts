import { asHandoff, emptyHandoff, type HandoffContext } from '../../../domain/handoff.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { plain, type Safe, sanitize } from '../../../domain/sanitize.ts'
import { payloadLines } from './body-payload.ts'
import type { Line } from './body-span.ts'
import { cut, repeated, wrap } from './text.ts'

const shownItems = 40
const textLimit = 16 * 1024

const titles: Readonly<Record<keyof HandoffContext, string>> = {
  work_completed: 'work completed',
  current_state: 'current state',
  state_file: 'state file',
  next_steps: 'next steps',
  blockers: 'blockers',
  dependencies: 'depends on',
  files_modified: 'files modified',
  files_created: 'files created',
  related_escalations: 'related escalations',
  job_id: 'job',
  notes: 'notes',
}

/** A message's context: a handoff by sections, its next steps numbered; anything else as a table. */
export function contextLines(context: JsonObject | null | undefined, columns: number): readonly Line[] {
  const room = Math.max(2, Math.floor(columns))
  const handoff = asHandoff(context ?? undefined)
  if (handoff === null) return payloadLines(context ?? null, room)
  const sections = (Object.keys(titles) as (keyof HandoffContext)[]).flatMap((key) =>
    sectionLines(titles[key], handoff[key], key === 'next_steps', room),
  )
  return [...sections, ...payloadLines(beyondHandoff(context ?? {}), room)]
}

/** One of our headings, drawn over the whole width. */
export function sectionTitle(title: string, columns: number): Line {
  const words = cut(plain(`─ ${title} `), columns)
  return [{ text: `${words}${repeated('─', columns - words.length)}` as Safe, style: 'section' }]
}

function sectionLines(
  title: string,
  value: HandoffContext[keyof HandoffContext],
  numbered: boolean,
  columns: number,
): readonly Line[] {
  if (value === null || value.length === 0) return []
  const items =
    typeof value === 'string' ? [textLines('', value, columns)] : listLines(value, numbered, columns)
  return [sectionTitle(title, columns), ...items.flat()]
}

function listLines(
  items: readonly string[],
  numbered: boolean,
  columns: number,
): readonly (readonly Line[])[] {
  const shown = items.slice(0, shownItems)
  const size = String(shown.length).length
  const lines = shown.map((item, at) =>
    textLines(numbered ? `${String(at + 1).padStart(size)}. ` : '• ', item, columns),
  )
  const more = items.length - shown.length
  if (more <= 0) return lines
  return [...lines, [[{ text: cut(plain(`… ${more} more`), columns), style: 'dim' as const }]]]
}

function textLines(marker: string, words: string, columns: number): readonly Line[] {
  const fits = columns >= marker.length + 8
  const head = fits ? marker : ''
  const limited =
    words.length > textLimit ? `${words.slice(0, textLimit)} … ${words.length - textLimit} more` : words
  return wrap(sanitize(limited), columns - head.length).map((line, at) => [
    ...(head === ''
      ? []
      : [{ text: at === 0 ? plain(head) : repeated(' ', head.length), style: 'dim' as const }]),
    { text: line, style: 'plain' as const },
  ])
}

function beyondHandoff(context: JsonObject): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(context).filter(([key]) => !Object.hasOwn(emptyHandoff, key)))
}
