import { MailError } from '../../domain/errors.ts'
import { emptyHandoff, type HandoffContext, handoffBody, handoffJson } from '../../domain/handoff.ts'
import { type Input, requiredText, requireObject, text, texts } from '../input.ts'
import { requireMessage } from '../lookup.ts'
import { operation } from '../operation.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'

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

export const handoff = operation({
  summary: 'Hand work to the next agent with its state, next steps, files and blockers',
  access: 'write',
  input: {
    to: requiredText('The agent that takes over', {
      positional: true,
      completes: 'address',
      placeholder: 'TO',
    }),
    ...handoffFields,
    ...letterFields,
    replyTo: text('The message whose work you hand over', { completes: 'message', placeholder: 'ID' }),
  },
  value: 'sent',
  examples: [
    [
      'watchpost handoff implementer -s "Implement the store" --done "Design approved" --state "Ready" --next "Write store.py" --next "Add tests" --file DESIGN.md',
      'a structured handoff',
    ],
  ],
  async run(context, { to, replyTo, ...input }) {
    const work = handoffOf(input)
    const origin = replyTo === undefined ? null : (await requireMessage(context, replyTo)).message
    return postMessage(context, {
      ...input,
      to: [to],
      body: handoffBody(context.actor.address, to, work, input.body ?? ''),
      context: handoffJson(work),
      attach: [...work.files_modified, ...work.files_created, ...(input.attach ?? [])],
      inherited: [...work.files_modified, ...work.files_created],
      tag: ['handoff', ...(input.tag ?? [])],
      kind: 'handoff',
      defaultKind: 'handoff',
      replyTo: origin?.id ?? null,
      thread: origin?.thread ?? null,
      answers: origin !== null,
    })
  },
})

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
