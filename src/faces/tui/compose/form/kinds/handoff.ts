import { isMailError } from '../../../../../domain/errors.ts'
import { asHandoff, emptyHandoff, type HandoffContext, handoffBody } from '../../../../../domain/handoff.ts'
import { fillHandoff, requireHandoffTemplate } from '../../../../../domain/handoff-templates.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../../domain/json.ts'
import { bareSubject } from '../../../../../domain/message.ts'
import type { FieldSpec, FormDefinition, FormInitial, FormInput } from '../../../model/form.ts'
import { body, cc, listOf, ofMessage, priority, seal, subject, textOf, to } from './fields.ts'

/** The operation's flags, and where ADR-003's context keeps each. */
const contextKeys = {
  done: 'work_completed',
  state: 'current_state',
  next: 'next_steps',
  blocker: 'blockers',
  file: 'files_modified',
  created: 'files_created',
  stateFile: 'state_file',
  dependency: 'dependencies',
  escalation: 'related_escalations',
  job: 'job_id',
  notes: 'notes',
} as const satisfies Readonly<Record<string, keyof HandoffContext>>

const lines = (name: string, label: string, help: string): FieldSpec => ({ name, label, kind: 'lines', help })
const list = (name: string, label: string, help: string): FieldSpec => ({ name, label, kind: 'list', help })
const line = (name: string, label: string, help: string): FieldSpec => ({ name, label, kind: 'line', help })

/** What nearly every handoff says. */
const usual: readonly FieldSpec[] = [
  { ...to, one: true, help: 'the agent that takes over', required: 'Enter the agent that takes over.' },
  subject('the work in one line'),
  {
    ...lines('done', 'Done', 'completed work'),
    required: 'Enter the completed work.',
  },
  lines('state', 'State', 'the state of the work, and why you pass it on'),
  list('next', 'Next steps', 'one per line'),
]

const more: readonly FieldSpec[] = [
  list('blocker', 'Blockers', 'blockers, one per line'),
  { ...list('file', 'Files', 'modified files, one per line'), completes: 'file' },
  { ...list('created', 'Created', 'created files, one per line'), completes: 'file' },
  priority('normal'),
  body('More notes', 'below the steps in the message'),
  lines('notes', 'Notes', 'stored with the handoff'),
  { ...line('stateFile', 'State file', 'the file that holds the state'), completes: 'file' },
  list('dependency', 'Depends on', 'one per line'),
  list('escalation', 'Escalations', 'related escalations, one per line'),
  line('job', 'Job', 'the job it belongs to'),
  line('swarm', 'Swarm', 'the swarm it belongs to'),
  cc,
  line('template', 'Template', 'feature, bug, review, incident, or one of your settings'),
  list('field', 'Its fields', 'NAME=VALUE, one per line'),
  seal(ofMessage),
]

const fields: readonly FieldSpec[] = [...usual, ...more.map((field) => ({ ...field, more: true as const }))]

export const handoff: FormDefinition = {
  operation: 'handoff',
  title: (about) => (about.subject ? `Hand off: ${about.subject}` : 'Hand off'),
  fields: () => fields,
  fromInput: spread,
  problems: (input) => shippedForm(input)?.problems ?? {},
  preview(input, self) {
    const form = shippedForm(input)
    const notes = [form?.body ?? '', textOf(input, 'body')].filter((part) => part !== '').join('\n\n')
    const own = contextOf(input)
    const context = own.next_steps.length > 0 ? own : { ...own, next_steps: form?.next ?? [] }
    return { text: handoffBody(self, textOf(input, 'to'), context, notes), markdown: true }
  },
  previewFirst: true,
}

/** The first values of a handoff in a thread: its subject, its escalations, and the state of the last handoff. */
export function prefillHandoff(thread: {
  readonly subject: string
  readonly messages: readonly {
    readonly id: string
    readonly kind: string
    readonly context: JsonObject | null
  }[]
  /** The message whose work is handed on; the newest if not given. */
  readonly replyTo?: string
}): FormInitial {
  const last = thread.messages
    .map(({ context }) => context)
    .findLast((context) => asHandoff(context ?? undefined))
  const replyTo = thread.replyTo ?? thread.messages.at(-1)?.id
  const bare = bareSubject(thread.subject)
  const handed = spread({ context: last ?? undefined })
  const told = thread.messages.flatMap(({ id, kind }) => (kind === 'escalation' ? [id] : []))
  const escalation = [...new Set([...listOf(handed, 'escalation'), ...told])]
  return {
    about: { subject: bare },
    input: {
      ...handed,
      ...(escalation.length === 0 ? {} : { escalation }),
      ...(bare === '' ? {} : { subject: bare }),
      ...(replyTo === undefined ? {} : { replyTo }),
    },
  }
}

/** A whole context is split into its fields; fields that were given beside it win. */
function spread({ context, ...input }: FormInput): FormInput {
  const handed = isJsonObject(context) ? asHandoff({ work_completed: '', ...context }) : null
  if (handed === null) return input
  const told: { [name: string]: Json | undefined } = {}
  for (const [name, key] of Object.entries(contextKeys)) {
    const value = handed[key]
    if (value !== null && value.length > 0) told[name] = value
  }
  return { ...told, ...input }
}

type ShippedForm = {
  readonly body: string
  readonly next: readonly string[]
  readonly problems: Readonly<Record<string, string>>
}

/** A shipped template with what its fields say. Templates of the settings are filled in when the handoff is sent. */
function shippedForm(input: FormInput): ShippedForm | null {
  const name = textOf(input, 'template')
  const given = listOf(input, 'field')
  if (name === '')
    return given.length === 0
      ? null
      : { body: '', next: [], problems: { field: 'Enter the template of these fields, or clear them.' } }
  try {
    const template = requireHandoffTemplate([], name)
    const { body, missing } = fillHandoff(template, given)
    const problems = missing.length === 0 ? {} : { field: `Missing: ${missing.join(', ')}` }
    return { body, next: template.next, problems: problems as Readonly<Record<string, string>> }
  } catch (error) {
    if (!isMailError(error)) throw error
    const body = `(${name} is filled in when it is sent.)`
    return { body, next: [], problems: error.code === 'not-found' ? {} : { field: error.message } }
  }
}

function contextOf(input: FormInput): HandoffContext {
  return {
    ...emptyHandoff,
    work_completed: textOf(input, 'done'),
    current_state: textOf(input, 'state'),
    next_steps: listOf(input, 'next'),
    blockers: listOf(input, 'blocker'),
  }
}
