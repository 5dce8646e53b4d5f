import { type Commission, parseParty, systemSubjects } from '../../domain/commission.ts'
import { MailError } from '../../domain/errors.ts'
import { tierOf } from '../../domain/priority.ts'
import { unlisted } from '../../domain/roster.ts'
import { checkInput } from '../../input/input.ts'
import { contextFor } from '../../services/acting-for.ts'
import type { Context } from '../../services/context.ts'
import { noteFailed } from '../../services/interswarm/note-failed.ts'
import { requireOwnSwarm } from '../../services/interswarm/own-swarm.ts'
import type { ReadParcel } from '../../services/interswarm/parcel.ts'
import {
  acceptAgain,
  answeredBy,
  keyOf,
  metaOf,
  recipientsOf,
  senderOf,
} from '../../services/interswarm/parcel-parts.ts'
import { noPart, requirePart } from '../../services/interswarm/taking-part.ts'
import { letterFields } from '../../services/posting/letter.ts'
import { plainPost } from '../../services/posting/plain-post.ts'
import { postMessage } from '../../services/posting/post.ts'
import { peopleHere } from '../../services/roster/people.ts'
import { rootOf } from '../../services/tasks/root.ts'
import { respondAsSystem } from '../../services/tasks/system-word.ts'
import { internal } from '../internal.ts'

/** `instance` is where the mail of the swarm that calls is worked on. */
type Arrival = { readonly way: 'forward' | 'back'; readonly parcel: ReadParcel; readonly instance: string }

/** An unknown recipient; `untold`: why the sender could not be notified. */
export type UnknownName = {
  readonly name: string
  readonly from: string
  readonly task: string
  readonly untold: string | null
}

export type TakenParcel = {
  readonly task: Commission
  /** The instance that works on it. */
  readonly runner: string
  readonly unknown: readonly UnknownName[]
}

export const takeParcel = internal({
  summary:
    'Accept a message of another swarm: its task once, its mail once; its sender is notified of unknown recipients',
  access: 'write',
  needs: 'own',
  /** @throws MailError `usage` */
  async run(context, { way, parcel, instance }: Arrival): Promise<TakenParcel> {
    // A task of ours is worked on in its owner's instance, another's in that of its swarm.
    const isOurs = parseParty(parcel.owner)?.swarm === requireOwnSwarm(context)
    const runner = isOurs ? parcel.owner : instance
    const task = await requireOpenTask(context, way, parcel, runner)
    await context.store.commissions.contribute(task.id, [...parcel.contributors, runner])
    if (!isCompletionNotice(parcel, task))
      return { task, runner, unknown: await deliverParcel(context, parcel, task) }
    await recordCompletion(context, parcel, task)
    return { task, runner, unknown: [] }
  },
})

/** A swarm's instance begins no task of its own: the owner is who the other says, and stays. */
async function requireOpenTask(
  context: Context,
  way: Arrival['way'],
  parcel: ReadParcel,
  runner: string,
): Promise<Commission> {
  const { commissions } = context.store
  const known = await commissions.find(parcel.task)
  if (known !== null) {
    if (known.owner !== parcel.owner) throw new MailError('usage', 'the task has another owner')
    await requirePart(context, known, parcel.source)
    return known
  }
  if (way === 'back') throw new MailError('usage', 'task is not running')
  if (parseParty(parcel.owner)?.swarm === context.swarm)
    throw new MailError('usage', 'this swarm has no such task')
  await refuseOwnTask(context, parcel)
  const { task } = await commissions.open({
    id: parcel.task,
    wire: parcel.task,
    owner: parcel.owner,
    contributors: [...new Set([...parcel.contributors, runner])],
    entrypoint: null,
    startedAt: context.now(),
    maxSteps: null,
  })
  return task
}

/** A task that agents began here among themselves is nobody else's: its owner would be sent its result. */
async function refuseOwnTask({ store }: Context, { task, source }: ReadParcel): Promise<void> {
  if ((await store.tasks.find(task)) !== null) throw noPart(source)
}

/** The owner's result is control, whatever name it has. */
function isCompletionNotice({ type, subject, source }: ReadParcel, { owner }: Commission): boolean {
  return type === 'response' && subject === systemSubjects.complete && parseParty(owner)?.swarm === source
}

async function recordCompletion(context: Context, parcel: ReadParcel, task: Commission): Promise<void> {
  const { store, origin, now } = context
  const first = await rootOf(context, task.id)
  const notice = plainPost({
    from: senderOf(parcel),
    to: [requireOwnSwarm(context)],
    kind: 'complete',
    tier: tierOf('agent', 'complete'),
    subject: parcel.subject,
    body: parcel.body,
    task: task.id,
    sentAt: now(),
    key: keyOf(parcel),
    meta: metaOf(parcel),
    origin,
    thread: first?.thread ?? null,
  })
  await store.messages.deliver(notice).catch((error: unknown) => acceptAgain(context, parcel, task, error))
}

/** Answers with the names that nobody has. */
async function deliverParcel(
  server: Context,
  parcel: ReadParcel,
  task: Commission,
): Promise<readonly UnknownName[]> {
  const answered = await answeredBy(server, parcel, task)
  const { found, unknown } = await recipientsOf(server, parcel, { task, answered })
  const first = await rootOf(server, task.id)
  const { type: kind, subject, body } = parcel
  const from = senderOf(parcel)
  if (found.length > 0) {
    const context = contextFor(server, unlisted(from, null, 'agent', server.now()))
    const exclude = found.includes('all') ? await peopleHere(server) : []
    const fields = { kind, subject, body, task: task.id, key: keyOf(parcel), again: true, exclude }
    await postMessage(context, {
      ...checkInput(letterFields, fields),
      to: found,
      defaultKind: kind,
      meta: metaOf(parcel),
      replyTo: answered?.id ?? null,
      thread: answered?.thread ?? first?.thread ?? null,
      answers: answered !== null && kind === 'response',
    }).catch((error: unknown) => acceptAgain(server, parcel, task, error))
  }
  await noteFailed(server, parcel, answered)
  const told: UnknownName[] = []
  for (const name of unknown)
    told.push({ name, from, task: task.id, untold: await tellUnknown(server, parcel, task, name) })
  return told
}

/** MAIL 1.3, Local Routing: notifies the sender of an unknown recipient. Returns why that failed, or `null`. */
async function tellUnknown(
  context: Context,
  parcel: ReadParcel,
  task: Commission,
  name: string,
): Promise<string | null> {
  const word = {
    to: senderOf(parcel),
    subject: systemSubjects.router,
    body: `There is no agent ${name} in the swarm ${context.swarm}.`,
    task: task.id,
    about: null,
    key: `unknown:${keyOf(parcel)}:${name}`,
    meta: { mail: { answers: parcel.request } },
  }
  return respondAsSystem(context, word).then(
    () => null,
    (error: unknown) => String(error),
  )
}
