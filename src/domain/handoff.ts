import { isJsonObject, type Json, type JsonObject } from './json.ts'

/** ADR-003 §1.1 `HandoffContext`: what one agent leaves for the next. */
export type HandoffContext = {
  readonly work_completed: string
  readonly files_modified: readonly string[]
  readonly files_created: readonly string[]
  readonly current_state: string
  readonly state_file: string | null
  readonly next_steps: readonly string[]
  readonly blockers: readonly string[]
  readonly dependencies: readonly string[]
  readonly related_escalations: readonly string[]
  readonly job_id: string | null
  readonly notes: string
}

export const emptyHandoff: HandoffContext = {
  work_completed: '',
  files_modified: [],
  files_created: [],
  current_state: '',
  state_file: null,
  next_steps: [],
  blockers: [],
  dependencies: [],
  related_escalations: [],
  job_id: null,
  notes: '',
}

/** The body exactly as ADR-003 §2 `handoff()` renders it; `notes` is its `additional_notes`. */
export function handoffBody(from: string, to: string, context: HandoffContext, notes: string): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : ['', `**${title}:**`, ...items.map((item) => `- ${item}`)]
  return [
    `Work handoff from ${from} to ${to}.`,
    '',
    `**Work Completed:** ${context.work_completed}`,
    '',
    `**Current State:** ${context.current_state}`,
    ...list('Next Steps', context.next_steps),
    ...list('Blockers', context.blockers),
    ...(notes === '' ? [] : ['', '**Notes:**', notes]),
  ].join('\n')
}

/** The fields in the source's order, as they are kept in a message's `context`. */
export function handoffJson(context: HandoffContext): JsonObject {
  return { ...emptyHandoff, ...context }
}

/** The handoff kept in a message's `context`, or `null` where it is not one. */
export function asHandoff(context: Json | undefined): HandoffContext | null {
  if (!isJsonObject(context) || typeof context['work_completed'] !== 'string') return null
  const text = (name: string) => (typeof context[name] === 'string' ? context[name] : '')
  const list = (name: string) => {
    const value = context[name]
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  }
  return {
    work_completed: text('work_completed'),
    files_modified: list('files_modified'),
    files_created: list('files_created'),
    current_state: text('current_state'),
    state_file: text('state_file') || null,
    next_steps: list('next_steps'),
    blockers: list('blockers'),
    dependencies: list('dependencies'),
    related_escalations: list('related_escalations'),
    job_id: text('job_id') || null,
    notes: text('notes'),
  }
}
