import type { JsonObject } from '../../../domain/json.ts'
import type { ReadParcel } from '../../../operations/interswarm/parcel.ts'
import { instanceOf } from '../instance.ts'
import { badRequest, Refusal } from '../refusal.ts'
import type { Client, World } from '../world.ts'

/**
 * Takes a message of another swarm.
 * @throws Refusal 400 · 401
 */
export async function receive(
  world: World,
  client: Client,
  way: 'forward' | 'back',
  parcel: ReadParcel,
): Promise<JsonObject> {
  if (parcel.source !== client.id) throw new Refusal(401, `the token does not belong to ${parcel.source}`)
  if (parcel.target !== world.swarm) throw badRequest(`this swarm is ${world.swarm}, not ${parcel.target}`)
  const instance = instanceOf(world, client)
  const { task, runner, unknown } = await world.mailbox.takeParcel({ way, parcel, instance })
  for (const { untold, ...who } of unknown) {
    world.log.error('unknown recipient', who)
    if (untold !== null) world.log.error('not told', { from: who.from, why: untold })
  }
  world.metrics.count('received', `{swarm="${parcel.source}"}`)
  void world.hub.look()
  return { swarm: world.swarm, status: 'success', task_id: task.wire, local_runner: runner }
}
<<<<<<< HEAD
=======

/** A swarm's instance begins no task of its own: the owner is who the other says, and stays. */
async function requireOpenTask(
  world: World,
  way: 'forward' | 'back',
  parcel: ReadParcel,
  runner: string,
): Promise<Commission> {
  const { commissions } = world.context.store
  const known = await commissions.find(parcel.task)
  if (known !== null) {
    if (known.owner !== parcel.owner) throw badRequest('the task has another owner')
    return known
  }
  if (way === 'back') throw badRequest('task is not running')
  if (parseParty(parcel.owner)?.swarm === world.swarm) throw badRequest('this swarm has no such task')
  const { task } = await commissions.open({
    id: parcel.task,
    wire: parcel.task,
    owner: parcel.owner,
    contributors: [...new Set([...parcel.contributors, runner])],
    entrypoint: null,
    startedAt: world.context.now(),
    maxSteps: null,
  })
  return task
}

/** The owner's finish is control, whatever name it bears. */
function isCompletionNotice({ type, subject, source }: ReadParcel, { owner }: Commission): boolean {
  return type === 'response' && subject === systemSubjects.complete && parseParty(owner)?.swarm === source
}

async function recordCompletion(world: World, parcel: ReadParcel, task: Commission): Promise<void> {
  const { store, origin, now } = world.context
  const first = await rootOf(world.context, task.id)
  const notice = plainPost({
    from: senderOf(parcel),
    to: [world.swarm],
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
  await store.messages.deliver(notice).catch((error: unknown) => acceptAgain(world, parcel, task, error))
}

async function deliverParcel(world: World, parcel: ReadParcel, task: Commission): Promise<void> {
  const { found, unknown } = await recipientsOf(world, parcel)
  const answered = await answeredBy(world, parcel, task)
  const first = await rootOf(world.context, task.id)
  const kind = parcel.type
  const from = senderOf(parcel)
  if (found.length > 0) {
    const { context } = mailboxOf(world, unlisted(from, null, 'agent', world.context.now()))
    await postMessage(context, {
      ...checkInput(letterFields, {
        ...{
          kind,
          subject: parcel.subject,
          body: parcel.body,
          task: task.id,
          key: keyOf(parcel),
          again: true,
        },
      }),
      to: found,
      defaultKind: kind,
      meta: metaOf(parcel),
      replyTo: answered?.id ?? null,
      thread: answered?.thread ?? first?.thread ?? null,
      answers: answered !== null && kind === 'response',
    }).catch((error: unknown) => acceptAgain(world, parcel, task, error))
  }
  for (const name of unknown) await tellUnknown(world, parcel, task, from, name)
}

/** MAIL 1.3, Local Routing: logged, and whoever wrote learns of it. */
async function tellUnknown(
  world: World,
  parcel: ReadParcel,
  task: Commission,
  from: string,
  name: string,
): Promise<void> {
  world.log.error('unknown recipient', { name, from, task: task.id })
  await respondAsSystem(world.context, {
    to: from,
    subject: systemSubjects.router,
    body: `There is no agent ${name} in the swarm ${world.swarm}.`,
    task: task.id,
    about: null,
    key: `unknown:${keyOf(parcel)}:${name}`,
    meta: { mail: { answers: parcel.request } },
  }).catch((error: unknown) => world.log.error('sender not notified', { from, why: String(error) }))
}
>>>>>>> b814b79 (faces: say notes, status lines and tool descriptions plainly)
