import { debateBody } from '../debates/debate-body.ts'
import { contentOf } from '../debates/evidence.ts'
import type { emptyHandoff } from '../handoff.ts'
import { isJsonObject, type Json, type JsonObject } from '../json.ts'
import type { Contents } from '../message.ts'
import type { Part } from './fence.ts'

type Mail = Pick<Contents, 'to' | 'cc' | 'task' | 'tags' | 'attachments' | 'payload' | 'context'> & {
  readonly body: string
}

/** The fields of a handoff as agents read them, in the order of what its next agent needs. */
const handoffNames: Readonly<Record<keyof typeof emptyHandoff, string>> = {
  work_completed: 'work completed',
  current_state: 'current state',
  next_steps: 'next steps',
  blockers: 'blockers',
  files_modified: 'files modified',
  files_created: 'files created',
  state_file: 'state file',
  dependencies: 'dependencies',
  related_escalations: 'related escalations',
  job_id: 'job',
  notes: 'notes',
}

/**
 * The parts of a message apart from its title and body. Handoff fields that the body already contains are left out, and so
 * are attachments that the handoff lists.
 * @param owner its reader; a message to the owner alone needs no `to`
 */
export function partsOf(mail: Mail, owner: string | null): readonly Part[] {
  const { to, cc, task, tags, attachments, payload, context, body } = mail
  const { parts, files } = contextParts(context, body)
  const isOnly = to.length === 1 && to[0] === owner
  return [
    listed('to', isOnly ? [] : to),
    listed('cc', cc),
    listed('task', task === null ? [] : [task]),
    listed('tags', tags),
    ...parts,
    listed(
      'attachments',
      attachments.filter((path) => !files.has(path)),
    ),
    listed('payload', payload === null || saysAll(body, payload) ? [] : [JSON.stringify(payload, null, 2)]),
  ].filter(({ items }) => items.length > 0)
}

function contextParts(context: JsonObject | null, body: string) {
  if (context === null) return { parts: [], files: new Set<string>() }
  const isHandoff = typeof context['work_completed'] === 'string'
  const own = (key: string) => isHandoff && Object.hasOwn(handoffNames, key)
  const parts = Object.entries(handoffNames).map(([key, name]) =>
    listed(name, own(key) ? itemsOf(context[key]).filter((item) => !says(body, key, item)) : []),
  )
  const others = Object.entries(context).filter(([key]) => !own(key))
  const rest = others.length === 0 ? [] : [JSON.stringify(Object.fromEntries(others), null, 2)]
  const files = isHandoff ? [...itemsOf(context['files_modified']), ...itemsOf(context['files_created'])] : []
  return { parts: [...parts, listed('context', rest)], files: new Set(files) }
}

/** Whether a body says a field as `handoffBody` writes it. */
function says(body: string, key: string, item: string): boolean {
  switch (key) {
    case 'work_completed':
      return body.includes(`**Work Completed:** ${item}`)
    case 'current_state':
      return body.includes(`**Current State:** ${item}`)
    case 'next_steps':
    case 'blockers':
      return body.includes(`\n- ${item}`)
    default:
      return false
  }
}

const evidenceKeys = new Set(['type', 'data', 'source', 'url', 'result'])

/** Whether a body says all of the payload of a debate message, as `debateBody` writes it. */
function saysAll(body: string, payload: Json): boolean {
  if (!isJsonObject(payload)) return false
  const { statement = '', rationale = [], evidence = [], ...others } = payload
  const isText = (value: Json) => typeof value === 'string'
  const isPlain = (item: Json) =>
    isText(item) ||
    (isJsonObject(item) &&
      Object.entries(item).every(([key, value]) => evidenceKeys.has(key) && isText(value)))
  const isSaid =
    Object.keys(others).length === 0 &&
    isText(statement) &&
    (isText(rationale) || (Array.isArray(rationale) && rationale.every(isText))) &&
    (isText(evidence) || (Array.isArray(evidence) && evidence.every(isPlain)))
  const said = isSaid ? debateBody(contentOf(payload)) : ''
  return said !== '' && body.includes(said)
}

function itemsOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null || value === '') return []
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}

function listed(name: string, items: readonly string[]): Part {
  return { name, items }
}
