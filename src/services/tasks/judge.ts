import { type Commission, systemSubjects } from '../../domain/commission.ts'
import { isMailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isSealedMail } from '../../domain/message.ts'
import {
  hasEnded,
  isLeftWaiting,
  newestIn,
  type TaskLife,
  type Turn,
  turnsOf,
  unansweredIn,
} from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { tellUnanswered } from '../interswarm/tell-failed.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { endTask, type Finish } from './end.ts'
import { lifeOf } from './life.ts'
import { settleHeld } from './settle-held.ts'
import { asSystem, respondAsSystem } from './system-word.ts'

/** As often as somebody writes in it meanwhile, and once for each that has an end of its own. */
const tries = 20

/**
 * Ends what has come to its end in a task of a server: what ends an agent's work ends its caller's wait, by the rule of
 * `task-end.ts`. Settling work of a task leads here, and so does upkeep of tasks: it is safe to repeat. The
 * requests that ended. It cannot be a part of the change that settles work: an end goes to many mailboxes by the rules of the roster, which
 * no store knows. Time alone ends no task. @param context of upkeep: it settles what others hold
 * @throws MailError `stale` where somebody wrote in it at every look
 */
export async function judgeTask(context: Context, id: string): Promise<readonly number[]> {
  const done = new Set<number>()
  for (let attempt = 1; attempt <= tries; attempt += 1)
    try {
      const ended = await judge(context, id)
      for (const { request } of ended) done.add(request)
      if (ended.length === 0) break
    } catch (error) {
      // Somebody wrote in the task meanwhile: it is looked at again.
      if (!isMailError(error) || error.code !== 'stale' || attempt === tries) throw error
    }
  return [...done]
}

/** One step: what ended, `[]` where there is nothing more to do. */
async function judge(context: Context, id: string): Promise<readonly Turn[]> {
  const task = await context.store.commissions.find(id)
  const life = task === null ? null : await lifeOf(context, task)
  if (task === null || life === null) return []
  await tellAskers(context, life)
  const turns = turnsOf(life)
  const ended = turns.filter(hasEnded)
  const [only] = ended
  if (only === undefined) {
    await restAgain(context, task, life, turns)
    return []
  }
  if (turns.length > 1) {
    // Each caller has its own end, in order; the last of them ends the task.
    const before = ended.length === turns.length ? ended.slice(0, -1) : ended
    for (const turn of before) await finishTurn(context, task.id, life, turn)
    return before
  }
  await tellEnd(context, task.id, life, only)
  // Who asked its owner goes on with the work.
  if (only.holder !== null && only.end.is !== 'asks') await settleHeld(context, only.holder, life.copies)
  return ended
}

/** A task that waits for its owner alone rests: the question that it waits for longest is told to the owner again. */
async function restAgain(
  context: Context,
  { id, status }: Commission,
  life: TaskLife,
  turns: readonly Turn[],
): Promise<void> {
  const [first] = turns
  if (first !== undefined && status === 'running' && isLeftWaiting(life, turns))
    await tellEnd(context, id, life, first)
}

/** Ends the task by the end of a turn. */
async function tellEnd(context: Context, task: string, life: TaskLife, turn: Turn): Promise<void> {
  const { end, request } = turn
  const isNews = (name: string) =>
    end.is === 'waits' ? name === life.owner : end.is !== 'asks' || name !== end.by
  const how = { replyTo: request, ...newestIn(life), isNews }
  await endTask(asSystem(context), task, await finishOf(context, turn), how)
}

/** Who waits for an answer, and not for the end of the task, learns that none comes. */
async function tellAskers(context: Context, life: TaskLife): Promise<void> {
  for (const { request, owner } of unansweredIn(life)) {
    const letter = await readAnyway(context.store, request, null)
    if (letter !== null) await tellUnanswered(context, letter.message, owner)
  }
}

/** The task goes on with what else its owner asked. */
async function finishTurn(context: Context, task: string, { owner }: TaskLife, turn: Turn): Promise<void> {
  const { subject, body, payload } = await finishOf(context, turn)
  const about = (await readAnyway(context.store, turn.request, null))?.message
  if (about === undefined) return
  const { is } = turn.end
  const key = turn.end.is === 'asks' ? `asks:${turn.request}:${turn.end.question}` : `turn:${turn.request}`
  try {
    await respondAsSystem(context, {
      to: `agent:${owner}`,
      subject: is === 'failed' || is === 'asks' ? subject : systemSubjects.complete,
      body,
      payload,
      task,
      about,
      key,
    })
  } catch (error) {
    // Another process judged it first, by another answer.
    if (!isMailError(error) || error.code !== 'conflict') throw error
  }
}

async function finishOf({ store }: Context, { end }: Turn): Promise<Finish> {
  if (end.is === 'failed') return { subject: systemSubjects.error, body: end.why, payload: null }
  if (end.is === 'answered') {
    const answer = (await readAnyway(store, end.answer, null))?.message
    if (answer !== undefined)
      return { subject: answer.subject, body: isSealedMail(answer) ? sealed : answer.body, payload: null }
  }
  if (end.is === 'asks' || end.is === 'waits') {
    const body = (await readAnyway(store, end.question, null))?.message.body ?? ''
    const payload = { question: shortId(end.question), by: end.by }
    return { subject: systemSubjects.breakpoint, body, payload }
  }
  return { subject: systemSubjects.complete, body: 'The task was completed without a result.', payload: null }
}

const sealed = 'The answer is sealed: only its readers can open it.'
