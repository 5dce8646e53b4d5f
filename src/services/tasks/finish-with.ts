import { shortId } from '../../domain/id.ts'
import { isSealedMail, type Message } from '../../domain/message.ts'
import { completeSubject } from '../../domain/task.ts'
import { isTurnFinish, newestIn, type TaskLife, type Turn, turnOf, turnsOf } from '../../domain/task-end.ts'
import { checkInput } from '../../input/input.ts'
import type { Context } from '../context.ts'
import { replyFields, replyTo } from '../posting/reply.ts'
import { type Ended, endTask } from './end.ts'
import { lifeOf } from './life.ts'
import { settleHeld } from './settle-held.ts'
import { requireTask } from './value.ts'

type How = { readonly key: string; readonly automatic?: true }

/**
 * Sends the result of the work on a message: the caller of a task waits for its end, everybody else for an answer. The id of what
 * was sent. @throws MailError as `replyTo`
 */
export async function finishWith(
  context: Context,
  message: Message,
  result: string,
  { key, ...mark }: How,
): Promise<string | null> {
  const at = message.task === null ? null : await turnAt(context, message, message.task)
  // The result of a task is plain.
  if (at?.isLast && context.actor.canComplete && !isSealedMail(message)) {
    const { task, life, turn } = at
    const how = { replyTo: turn.request, ...newestIn(life), except: message.id, key }
    await endTask(context, task, { subject: completeSubject, body: result, payload: null }, how)
    // Also what it held before it asked the owner something.
    await settleHeld(context, context.actor.address, life.copies, message.id)
    const { ended } = await requireTask(context, task)
    return ended === null ? null : shortId(ended)
  }
  const isEarlier = at === null || at.turn.earlier.includes(message.id)
  return answer(context, isEarlier ? message.id : at.turn.request, result, { key, ...mark })
}

async function answer(
  context: Context,
  message: number,
  body: string,
  { key, ...mark }: How,
): Promise<string> {
  const input = checkInput(replyFields, { message: shortId(message), body, key })
  return (await replyTo(context, input, mark)).id
}

type At = {
  readonly task: string
  readonly life: TaskLife
  readonly turn: Turn
  /** Its owner waits for nothing else. */
  readonly isLast: boolean
}

/** What the owner of an open task asked, if the actor's work on this message ends that. */
async function turnAt(context: Context, message: Message, id: string): Promise<At | null> {
  const task = await context.store.commissions.find(id)
  const life = task === null ? null : await lifeOf(context, task)
  if (task === null || life === null) return null
  const turns = turnsOf(life)
  const turn = turnOf(turns, message, context.actor.address)
  return turn === null ? null : { task: task.id, life, turn, isLast: turns.length === 1 }
}

/**
 * Ends a task, or what its owner asked of the actor alone where others work on something else that was asked: each caller has
 * its own end.
 */
export async function completeTaskBy(context: Context, id: string, result: string): Promise<Ended> {
  const finish = { subject: completeSubject, body: result, payload: null }
  const task = await context.store.commissions.find(id)
  const life = task === null ? null : await lifeOf(context, task)
  if (life === null) return endTask(context, id, finish)
  const { address } = context.actor
  const turns = turnsOf(life)
  const own = turns.filter(({ holder, given }) => holder === address && wasSeen(life, address, given))
  const others = turns.filter((turn) => !own.includes(turn))
  if (others.length === 0 || (own.length === 0 && !hadTurn(life, address)))
    return endTask(context, id, finish, newestIn(life))
  for (const { request } of own) await answer(context, request, result, { key: `result:${request}` })
  const copies = life.copies.filter(({ message }) => !others.some(({ given }) => given === message))
  await settleHeld(context, address, copies)
  const open = others.map(({ request, holder }) => `${shortId(request)} (${holder ?? 'nobody'})`)
  return {
    duplicate: own.length === 0,
    warnings: [`The owner asked something else, too, and ${id} goes on with it: ${open.join(', ')}.`],
  }
}

/** What was asked of it has ended already: it ends nothing that was asked of others. */
function hadTurn({ words, copies }: TaskLife, agent: string): boolean {
  return words.some(
    (word) =>
      isTurnFinish(word) && copies.some(({ message, owner }) => message === word.replyTo && owner === agent),
  )
}

function wasSeen({ copies }: TaskLife, agent: string, message: number): boolean {
  return copies.some((copy) => copy.owner === agent && copy.message === message && copy.box !== 'unread')
}
