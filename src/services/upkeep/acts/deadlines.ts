import { isMailError } from '../../../domain/errors.ts'
import {
  choiceBody,
  choicePayload,
  deadlineKey,
  deadlineOf,
  pastDeadline,
} from '../../../domain/escalation.ts'
import { asEscalation, type Escalation, optionLines } from '../../../domain/escalation-payload.ts'
import { shortId } from '../../../domain/id.ts'
import { fitSubject, type Message, replySubject, titleOf } from '../../../domain/message.ts'
import { type Agent, isLiving } from '../../../domain/roster.ts'
import { checkInput } from '../../../input/input.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { readAnyway } from '../../mail/read-anyway.ts'
import { letterFields } from '../../posting/letter.ts'
import { postNotice } from '../../posting/notice.ts'
import { postMessage } from '../../posting/post.ts'
import { iso } from '../../values.ts'
import { type Act, goesOn, lookedForIn } from '../act.ts'

type Undecided = {
  readonly message: Message
  readonly escalation: Escalation
  /** Those who were asked and owe the decision. */
  readonly asked: readonly Agent[]
  readonly past: boolean
}

/** An escalation whose deadline passed: its default is taken, or the recipients and the sender are notified. */
export const meetDeadlines: Act = async (round) => {
  const { context, rehearsal } = round
  const done: ActValue[] = []
  for (const undecided of await findUndecided(context, lookedForIn(round))) {
    const { message, escalation } = undecided
    const id = shortId(message.id)
    const why = `The deadline of ${id} from ${message.from} was ${escalation.deadline}.`
    const choice = escalation.fallback === null ? undefined : escalation.options[escalation.fallback - 1]
    const [would, did] =
      choice === undefined
        ? [`would report the deadline of ${id}`, `reported the deadline of ${id}`]
        : [`would take the default of ${id}: ${choice}`, `took the default of ${id}: ${choice}`]
    if (rehearsal) done.push({ act: 'deadlines', what: would, why, messages: [id] })
    else {
      const sent = choice === undefined ? null : await takeDefault(context, undecided, choice)
      const told = sent === null ? await tell(context, undecided) : sent
      if (told !== null) done.push({ act: 'deadlines', what: did, why, messages: [id, told] })
      if (!(await goesOn(round))) break
    }
  }
  return done
}

async function findUndecided({ store, now }: Context, limit: number): Promise<readonly Undecided[]> {
  const owners = new Map<number, string[]>()
  for (const { message, owner } of await store.upkeep.undecided(now(), pastDeadline, limit))
    owners.set(message, [...(owners.get(message) ?? []), owner])
  const found: Undecided[] = []
  for (const [id, names] of owners) {
    const letter = await readAnyway(store, id, null)
    const escalation = asEscalation(letter?.message.payload)
    const deadline = escalation === null ? null : deadlineOf(escalation)
    if (letter === null || escalation === null || deadline === null) continue
    const agents = await Promise.all(names.map((name) => store.roster.find(name)))
    const asked = agents.flatMap((agent) => (agent !== null && isLiving(agent) ? [agent] : []))
    found.push({ message: letter.message, escalation, asked, past: now() - deadline >= pastDeadline })
  }
  return found
}

/**
 * Answers in the name of the first who was asked; the log names the system as the one that did it. A message of the system could not close
 * what is owed, and nobody may reply to one.
 */
async function takeDefault(
  context: Context,
  { message, escalation, asked }: Undecided,
  choice: string,
): Promise<string | null> {
  const [owner] = asked
  if (owner === undefined) return null
  const others = asked.slice(1).map(({ address }) => `agent:${address}`)
  const letter = checkInput(letterFields, {
    subject: replySubject(titleOf(message)),
    body: choiceBody(choice, 'Nobody decided by the deadline, so the default was taken.'),
    priority: message.priority,
    payload: { ...choicePayload(escalation, escalation.fallback ?? 0, choice), taken: 'default' },
    key: `default:${message.id}`,
    cc: others,
    ...(message.task === null ? {} : { task: message.task }),
  })
  try {
    const sent = await postMessage(
      { ...context, actor: owner, principal: context.actor },
      {
        ...letter,
        to: [`agent:${message.from}`],
        defaultKind: 'response',
        replyTo: message.id,
        thread: message.thread,
        answers: true,
        answering: message.from,
      },
    )
    return sent.duplicate ? null : sent.id
  } catch (error) {
    return refusedHere(error)
  }
}

async function tell(
  context: Context,
  { message, escalation, asked, past }: Undecided,
): Promise<string | null> {
  const { options, fallback, deadline } = escalation
  const sender = await context.store.roster.find(message.from)
  const waits = sender !== null && isLiving(sender) ? [sender.address] : []
  const to = [...new Set([...asked.map(({ address }) => address), ...waits])]
  if (to.length === 0) return null
  const id = shortId(message.id)
  const way = options.length === 0 ? '' : ' --option N'
  const body = [
    `Nobody has decided ${id}. Its deadline was ${iso(deadlineOf(escalation)) ?? deadline}.`,
    optionLines(options, fallback).join('\n'),
    `Decide with \`watchpost reply ${id}${way}\`.`,
  ]
  try {
    const notice = await postNotice(context, {
      to,
      subject: fitSubject(`${past ? 'Still undecided' : 'Deadline passed'}: ${titleOf(message)}`),
      body: body.filter((part) => part !== '').join('\n\n'),
      about: message,
      key: deadlineKey(message.id, past),
      priority: 'high',
      tags: ['deadline'],
    })
    return notice.duplicate ? null : shortId(notice.id)
  } catch (error) {
    return refusedHere(error)
  }
}

/** Another process did it, or a recipient is gone: the next round looks again. */
function refusedHere(error: unknown): null {
  if (isMailError(error) && error.code !== 'busy' && error.code !== 'damaged') return null
  throw error
}
