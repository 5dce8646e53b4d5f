import { isRemote, swarmIn } from '../../domain/addressing/address.ts'
import { type Commission, parseParty, systemSubjects } from '../../domain/commission.ts'
import type { FullMessage, Message } from '../../domain/message.ts'
import { mayEndTurn } from '../../domain/task-end.ts'
import type { Context } from '../../services/context.ts'
import { asUpkeep } from '../../services/gate/as-upkeep.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { plainPost } from '../../services/posting/plain-post.ts'
import { judgeTask } from '../../services/tasks/judge.ts'
import { ownerHere } from '../../services/tasks/life.ts'
import { limitSteps } from '../../services/tasks/limit-steps.ts'
import { internal } from '../internal.ts'

export type FollowedUp = {
  /** Whether the message ended its task. */
  readonly ended: boolean
  /** Contributors in unregistered swarms, which were not notified. */
  readonly unreachable: readonly string[]
}

const nothing: FollowedUp = { ended: false, unreachable: [] }

export const followUp = internal({
  summary: 'Do what follows from a message of a task, once however often it is looked at',
  access: 'write',
  needs: 'own',
  async run(context, message: Message): Promise<FollowedUp> {
    if (message.task === null) return nothing
    const task = await context.store.commissions.find(message.task)
    if (task === null) return nothing
    if (message.kind !== 'complete') {
      await limitSteps(context, task)
      // An answer, or a question to its owner, may be what its caller waits for.
      if (await mayEnd(context, task, message)) await judgeTask(asUpkeep(context), task.id)
      return nothing
    }
    // A swarm is not notified of its own message.
    if (isRemote(message.from)) return { ended: true, unreachable: [] }
    return { ended: true, unreachable: await tellSwarms(context, task, message) }
  },
})

/** To judge a task is to read all of it: only for what may change its end. Whose callers wait is looked at now and then besides. */
async function mayEnd(context: Context, task: Commission, message: Message): Promise<boolean> {
  const { replyTo } = message
  const answered = replyTo === null ? null : await readAnyway(context.store, replyTo, null)
  return mayEndTurn(ownerHere(context, task), message, answered?.message ?? null)
}

/** The owner's result goes to every contributing swarm; a contributor's result goes to the swarm that asked. */
async function tellSwarms(
  context: Context,
  task: Commission,
  { id, subject }: Message,
): Promise<readonly string[]> {
  if (subject === systemSubjects.breakpoint) return []
  if (parseParty(task.owner)?.swarm !== context.swarm) {
    const finish = await context.store.messages.read(id, null)
    return finish === null ? [] : answerAsker(context, task, finish.message)
  }
  // A swarm that does not know the task yet gets its mail first: within a task mail arrives in order.
  const bound = await context.store.outbox.bound(task.id)
  const swarms = new Set([...task.contributors.map(swarmIn), ...bound])
  swarms.delete(context.swarm)
  // Most tasks stay in one swarm.
  const finish = swarms.size === 0 ? null : (await context.store.messages.read(id, null))?.message
  if (finish == null) return []
  const unreachable: string[] = []
  for (const swarm of swarms) {
    const to =
      task.entrypoint === null ? await writtenTo(context, task, swarm) : `${task.entrypoint}@${swarm}`
    const notice = {
      to,
      subject: systemSubjects.complete,
      replyTo: null,
      key: `finish:${finish.id}:${swarm}`,
    }
    if (!(await post(context, finish, notice))) unreachable.push(to)
  }
  return unreachable
}

/** A task without an entrypoint went to agents of other swarms alone: the first of them is notified. */
async function writtenTo({ store }: Context, { id }: Commission, swarm: string): Promise<string> {
  const addresses = await store.tasks.participants(id)
  return addresses.find((one) => one.endsWith(`@${swarm}`) && !one.startsWith('system@')) ?? `all@${swarm}`
}

/** MAIL 1.3, Tasks, Interswarm: the finish is returned to the instance that called. */
async function answerAsker(
  context: Context,
  task: Commission,
  finish: FullMessage,
): Promise<readonly string[]> {
  const asked = await lastAsked(context, task, finish.id)
  if (asked === null) return []
  const subject = finish.subject.startsWith('::') ? finish.subject : `Re: ${asked.subject}`
  const notice = { to: asked.from, subject, replyTo: asked, key: `finish:${finish.id}` }
  return (await post(context, finish, notice)) ? [] : [asked.from]
}

/** The newest request from elsewhere before the finish. */
async function lastAsked({ store }: Context, task: Commission, before: number): Promise<Message | null> {
  let found: Message | null = null
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.tasks.messages>> = await store.tasks.messages(task.id, {
      limit: 200,
      after,
    })
    for (const { message } of page.rows)
      if (
        message.id < before &&
        isRemote(message.from) &&
        message.kind !== 'complete' &&
        message.kind !== 'response'
      )
        found = message
    if (page.next === null) return found
    after = page.next
  }
}

type Notice = {
  readonly to: string
  readonly subject: string
  readonly replyTo: Message | null
  readonly key: string
}

/**
 * Control mail between swarms: the rules for an agent's recipients do not apply to it. `false` if the swarm is not
 * registered.
 */
async function post(
  { store }: Context,
  finish: FullMessage,
  { to, subject, replyTo, key }: Notice,
): Promise<boolean> {
  if ((await store.peers.find(swarmIn(to))) === null) return false
  const notice = plainPost({
    from: finish.from,
    to: [to],
    kind: 'response',
    tier: finish.tier,
    subject,
    body: finish.body,
    task: finish.task,
    sentAt: finish.sentAt,
    key,
    replyTo: replyTo?.id ?? null,
    thread: replyTo?.thread ?? finish.thread,
    recipients: [{ address: to, via: 'to', owes: false, expiresAt: null }],
    answers: replyTo !== null,
  })
  await store.messages.deliver(notice)
  return true
}
