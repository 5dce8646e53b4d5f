import { isRemote, swarmIn } from '../../../domain/addressing/address.ts'
import { type Commission, parseParty, systemSubjects } from '../../../domain/commission.ts'
import type { FullMessage, Message } from '../../../domain/message.ts'
import { plainPost } from '../../../operations/posting/plain-post.ts'
import { endAsSystem } from '../../../operations/tasks/system-word.ts'
import type { World } from '../world.ts'

/** What follows from each message of a task, done once however often it is looked at. */
export async function followUp(world: World, message: Message): Promise<void> {
  if (message.task === null) return
  const task = await world.context.store.commissions.find(message.task)
  if (task === null) return
  if (message.kind === 'complete') {
    world.metrics.count('finished')
    world.log.info('task ended', { task: task.id, by: message.from })
    // What another swarm told is no news to it.
    if (isRemote(message.from)) return
    const finish = await world.context.store.messages.read(message.id, null)
    if (finish !== null) await tellSwarms(world, task, finish.message)
  } else await limitSteps(world, task)
}

/** The owner's finish goes to every swarm that took part; a contributor's to whoever of the owner's side asked. */
async function tellSwarms(world: World, task: Commission, finish: FullMessage): Promise<void> {
  if (finish.subject === systemSubjects.breakpoint) return
  if (parseParty(task.owner)?.swarm !== world.swarm) return answerAsker(world, task, finish)
  // Who has not heard of the task yet hears of it first: within a task mail arrives in its order.
  const bound = await world.context.store.outbox.bound(task.id)
  const swarms = new Set([...task.contributors.map(swarmIn), ...bound])
  swarms.delete(world.swarm)
  for (const swarm of swarms) {
    const to = `${task.entrypoint ?? 'all'}@${swarm}`
    await post(world, finish, {
      to,
      subject: systemSubjects.complete,
      replyTo: null,
      key: `finish:${finish.id}:${swarm}`,
    })
  }
}

/** MAIL 1.3, Tasks, Interswarm: the finish is returned to the instance that called. */
async function answerAsker(world: World, task: Commission, finish: FullMessage): Promise<void> {
  const asked = await lastAsked(world, task, finish.id)
  if (asked === null) return
  const subject = finish.subject.startsWith('::') ? finish.subject : `Re: ${asked.subject}`
  await post(world, finish, { to: asked.from, subject, replyTo: asked, key: `finish:${finish.id}` })
}

/** The newest request from elsewhere before the finish. */
async function lastAsked(world: World, task: Commission, before: number): Promise<Message | null> {
  let found: Message | null = null
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<TaskPages>> = await world.context.store.tasks.messages(task.id, {
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

type TaskPages = World['context']['store']['tasks']['messages']

type Notice = {
  readonly to: string
  readonly subject: string
  readonly replyTo: Message | null
  readonly key: string
}

/** Control between swarms: no rule of whom an agent may write to stands in its way. */
async function post(world: World, finish: FullMessage, { to, subject, replyTo, key }: Notice): Promise<void> {
  if ((await world.context.store.peers.find(swarmIn(to))) === null) {
    world.log.error('unknown swarm', { to, task: finish.task })
    return
  }
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
  await world.context.store.messages.deliver(notice)
}

/** A step is one message handed to an agent; they are counted from the message that opened the task last. */
export async function limitSteps(world: World, task: Commission): Promise<void> {
  if (task.maxSteps === null || task.status !== 'running') return
  const steps = await world.context.store.tasks.steps(task.id, task.ended ?? 0)
  if (steps <= task.maxSteps) return
  const body = `The task ended after ${steps} steps; its limit is ${task.maxSteps}.`
  await endAsSystem(world.context, task.id, systemSubjects.steps, body)
}
