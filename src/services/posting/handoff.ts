import { isBest } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import { emptyHandoff, type HandoffContext, handoffBody, handoffJson } from '../../domain/handoff.ts'
import { fillHandoff, type HandoffTemplate, requireHandoffTemplate } from '../../domain/handoff-templates.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { limits } from '../../domain/limits.ts'
import { isSealed } from '../../domain/seal.ts'
import { type Input, requiredText, requireObject, text, texts } from '../../input/input.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { requireMessage } from '../lookup.ts'
import { withChosen } from '../routing/choose.ts'
import { letterFields, replacesField, sealField } from './letter.ts'
import { postMessage } from './post.ts'

const handoffFields = {
  done: text('Completed work (required, here or in --context)'),
  state: text('The current state of the work'),
  stateFile: text('The file that holds the state', { completes: 'file', placeholder: 'PATH' }),
  next: texts('A next step'),
  file: texts('A file that was modified', { completes: 'file', placeholder: 'PATH' }),
  created: texts('A file that was created', { completes: 'file', placeholder: 'PATH' }),
  blocker: texts('A blocker'),
  dependency: texts('A dependency of the work'),
  escalation: texts('A related escalation', { placeholder: 'ID' }),
  job: text('The job it belongs to', { placeholder: 'ID' }),
  notes: text('Additional notes'),
} as const

export const handingFields = {
  to: requiredText('The agent that takes over', {
    positional: true,
    completes: 'address',
    placeholder: 'TO',
  }),
  ...handoffFields,
  ...letterFields,
  ...sealField,
  ...replacesField,
  template: text('A form of handoff: feature, bug, review, incident, or one of your settings', {
    placeholder: 'NAME',
  }),
  field: texts('A field of the template, as KEY=VALUE; repeat for more', {
    placeholder: 'KEY=VALUE',
    longest: limits.prose,
  }),
  replyTo: text('The message whose work you hand over', { completes: 'message', placeholder: 'ID' }),
} as const

/** @throws MailError as `postMessage` */
export async function handOff(
  context: Context,
  { to, replyTo, template, field = [], ...input }: Input<typeof handingFields>,
): Promise<SentValue> {
  const form = formOf(context, template, field)
  const given = handoffOf(input)
  const work = given.next_steps.length > 0 ? given : { ...given, next_steps: form?.next ?? [] }
  const notes = [form?.body ?? '', input.body ?? ''].filter((part) => part !== '').join('\n\n')
  const origin = replyTo === undefined ? null : (await requireMessage(context, replyTo)).message
  const seal = input.seal || (origin !== null && isSealed(origin.body))
  // The context lists them too; beside a sealed one they would be plain.
  const files = seal ? [] : [...work.files_modified, ...work.files_created]
  const written = {
    ...input,
    seal,
    to: [to],
    priority: input.priority ?? form?.priority,
    payload: form === null ? input.payload : payloadWith(input.payload, form.told),
    body: handoffBody(context.actor.address, to, work, notes),
    context: handoffJson(work),
    attach: [...files, ...(input.attach ?? [])],
    inherited: files,
    tag: ['handoff', ...(input.tag ?? [])],
    kind: 'handoff' as const,
    defaultKind: 'handoff' as const,
    answered: origin,
    replyTo: origin?.id ?? null,
    thread: origin?.thread ?? null,
    answers: origin !== null,
  }
  if (!isBest(to)) return postMessage(context, written)
  // The body names the agent, so it is chosen before the body is written.
  const chosen = await withChosen(context, written)
  const [{ address: name } = { address: to }] = chosen.chosen
  return postMessage(context, { ...chosen, body: handoffBody(context.actor.address, name, work, notes) })
}

type Form = Pick<HandoffTemplate, 'next' | 'priority'> & {
  readonly body: string
  readonly told: JsonObject
}

/** @throws MailError `not-found` no such template · `usage` fields that are missing or unknown */
function formOf({ settings }: Context, name: string | undefined, given: readonly string[]): Form | null {
  if (name === undefined) {
    if (given.length === 0) return null
    throw new MailError('usage', '--field needs --template; nothing was sent.', 'Add --template NAME.')
  }
  const template = requireHandoffTemplate(settings.handoffs, name)
  const { fields, missing, body } = fillHandoff(template, given)
  if (missing.length > 0)
    throw new MailError(
      'usage',
      `The handoff template ${template.name} lacks ${missing.join(', ')}. Nothing was sent.`,
      `Add ${missing.map((field) => `--field "${field}=…"`).join(' ')}.`,
    )
  const { next, priority } = template
  return { next, priority, body, told: { template: template.name, fields } }
}

/** Adds the handoff for programs to read; a payload without room for it stays as it is. */
function payloadWith(payload: Json | undefined, handoff: JsonObject): Json {
  if (payload === undefined || payload === null) return { handoff }
  return isJsonObject(payload) && !('handoff' in payload) ? { ...payload, handoff } : payload
}

/** The flags laid over `--context`, whose keys are the source's own (ADR-003 §1.1). */
function handoffOf(
  input: Input<typeof handoffFields> & { readonly context?: Parameters<typeof requireObject>[0] },
): HandoffContext {
  const whole = requireObject(input.context, '--context') ?? {}
  const unknown = Object.keys(whole).filter((key) => !(key in emptyHandoff))
  if (unknown.length > 0)
    throw new MailError(
      'usage',
      `Unknown field of a handoff: ${unknown.join(', ')}.`,
      `The fields are ${Object.keys(emptyHandoff).join(', ')}.`,
    )
  const line = (flag: string | undefined, key: keyof HandoffContext) =>
    flag ?? (typeof whole[key] === 'string' ? whole[key] : '')
  const list = (flags: readonly string[] | undefined, key: keyof HandoffContext) =>
    flags ?? listOf(whole[key], key)
  const work = {
    work_completed: line(input.done, 'work_completed'),
    files_modified: list(input.file, 'files_modified'),
    files_created: list(input.created, 'files_created'),
    current_state: line(input.state, 'current_state'),
    state_file: line(input.stateFile, 'state_file') || null,
    next_steps: list(input.next, 'next_steps'),
    blockers: list(input.blocker, 'blockers'),
    dependencies: list(input.dependency, 'dependencies'),
    related_escalations: list(input.escalation, 'related_escalations'),
    job_id: line(input.job, 'job_id') || null,
    notes: line(input.notes, 'notes'),
  }
  if (work.work_completed.trim() === '')
    throw new MailError('usage', 'The handoff does not say what was done.', 'Add --done TEXT.')
  return work
}

function listOf(value: unknown, key: string): readonly string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw new MailError(
    'usage',
    `${key} must be a list of strings.`,
    'Example: "next_steps":["Write store.py"]',
  )
}
