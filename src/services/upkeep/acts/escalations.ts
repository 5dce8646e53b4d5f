import { isMailError } from '../../../domain/errors.ts'
import {
  escalatedAgain,
  escalationBody,
  escalationPayload,
  escalationPriority,
  escalationSubject,
  escalationTargets,
  isDueAgain,
  patience,
} from '../../../domain/escalation.ts'
import { asEscalation, type Escalation } from '../../../domain/escalation-payload.ts'
import { shortId } from '../../../domain/id.ts'
import { type Letter, titleOf } from '../../../domain/message.ts'
import { type Agent, isPerson, type RosterEntry } from '../../../domain/roster.ts'
import { checkInput } from '../../../input/input.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { letterFields } from '../../posting/letter.ts'
import { postMessage } from '../../posting/post.ts'
import { type Act, lookedFor } from '../act.ts'
import { everyAgent } from '../roster-walk.ts'

type Due = {
  readonly letter: Letter
  readonly next: Escalation
  readonly from: Agent
  readonly targets: readonly RosterEntry[]
}

/** An escalation that nobody answers goes one step up, graver by one, twice at most; as its sender, who waits for it. */
export const escalateAgain: Act = async (round) => {
  const { context, rehearsal } = round
  const done: ActValue[] = []
  for (const due of await findDue(context)) {
    const { message, delivery } = due.letter
    const whom = due.targets.map(({ address }) => address).join(', ')
    const why = `${delivery?.owner} has not answered ${shortId(message.id)} from ${message.from}.`
    const rest = `${shortId(message.id)} to ${whom} as ${due.next.severity}`
    if (rehearsal)
      done.push({ act: 'escalations', what: `would escalate ${rest}`, why, messages: [shortId(message.id)] })
    else {
      const id = await send(context, due)
      if (id !== null) done.push({ act: 'escalations', what: `escalated ${rest}`, why, messages: [id] })
      if (round.pace !== undefined && !(await round.pace.goesOn())) break
    }
  }
  return done
}

async function findDue(context: Context): Promise<readonly Due[]> {
  const { store, now } = context
  const question = { by: null, to: null, kinds: ['escalation'], sentBefore: now() - patience + 1 } as const
  const { rows } = await store.deliveries.owed(question, now(), { limit: lookedFor, after: null })
  const agents = rows.length === 0 ? [] : await everyAgent(context)
  const found = new Map<number, Due>()
  for (const letter of rows) {
    const { message, delivery } = letter
    const escalation = asEscalation(message.payload)
    const from = agents.find(({ address }) => address === message.from)
    const owner = agents.find(({ address }) => address === delivery?.owner)
    if (escalation === null || from === undefined || found.has(message.id)) continue
    if (!isDueAgain(escalation, message.sentAt, now()) || (await isAnswered(context, letter))) continue
    const others = agents.filter(({ address }) => address !== from.address)
    const above = escalationTargets(owner ?? from, others)
    const targets = above.length > 0 || owner === undefined ? above : [owner]
    if (targets.length > 0) found.set(message.id, { letter, next: escalatedAgain(escalation), from, targets })
  }
  return [...found.values()]
}

/** Answered by one of its recipients, or already escalated further. */
async function isAnswered({ store }: Context, { message }: Letter): Promise<boolean> {
  const page = { limit: 500, after: String(message.id), bodies: false }
  const { rows } = await store.messages.thread(message.thread, null, page)
  return rows.some(
    (later) =>
      (later.message.from !== message.from && later.message.kind === 'response') ||
      (later.message.replyTo === message.id && later.message.kind === 'escalation'),
  )
}

async function send(context: Context, { letter, next, from, targets }: Due): Promise<string | null> {
  const { message } = letter
  const toPerson = targets.every(isPerson)
  const text = `${letter.delivery?.owner} has not answered ${shortId(message.id)}, so it is escalated to you.`
  const fields = checkInput(letterFields, {
    subject: escalationSubject(titleOf(message), toPerson),
    body: escalationBody(text, next),
    kind: 'escalation',
    priority: escalationPriority(next.severity, toPerson),
    payload: escalationPayload(next),
    key: `escalated:${message.id}`,
  })
  const asSender = { ...context, actor: from, principal: context.actor }
  try {
    const sent = await postMessage(asSender, {
      ...fields,
      to: targets.map(({ address }) => `agent:${address}`),
      defaultKind: 'escalation',
      replyTo: message.id,
      thread: message.thread,
    })
    return sent.duplicate ? null : sent.id
  } catch (error) {
    // Sent on by another patrol to somebody else, or its sender may not write there: the next round looks again.
    if (isMailError(error) && error.code !== 'busy' && error.code !== 'damaged') return null
    throw error
  }
}
