import { isRemote } from '../../domain/addressing/address.ts'
import { noticeKeyPrefix } from '../../domain/dead-letter.ts'
import { deadSentences } from '../../domain/dead-reason.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { isMailError } from '../../domain/errors.ts'
import { reasonInLine } from '../../domain/failure-notice.ts'
import { shortId } from '../../domain/id.ts'
import { type Message, titleOf } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { awaitsAnswer } from '../tasks/awaits-answer.ts'
import { postNotice } from './notice.ts'

/** The number of notices per call; patrol sends the rest. */
const mostTold = 100
const mostNamed = 50

/**
 * Notifies the senders of dead letters (of `owner`, or of all), once for each message, in its thread.
 * `goesOn` is asked after each of them. Returns the ids of the messages with a notice.
 */
export async function tellSenders(
  context: Context,
  owner: string | null,
  goesOn?: () => Promise<boolean>,
): Promise<readonly string[]> {
  const told: string[] = []
  for (const id of await context.store.deliveries.untold(owner, mostTold)) {
    const letter = await readAnyway(context.store, id, null)
    if (letter !== null && (await tellSender(context, letter.message))) told.push(shortId(id))
    if (goesOn !== undefined && !(await goesOn())) break
  }
  return told
}

/** False if another process was first, or the sender is gone. */
async function tellSender(context: Context, message: Message): Promise<boolean> {
  const { rows, next } = await context.store.deliveries.of(message.id, { limit: mostNamed, after: null })
  const dead = await deadAmong(context, rows)
  const key = `${noticeKeyPrefix}${message.id}`
  if (isRemote(message.from) || awaitsAnswer(message))
    return (await import('../interswarm/tell-failed.ts')).tellLost(context, message, dead, key)
  try {
    const { duplicate } = await postNotice(context, {
      to: [message.from],
      subject: `Undelivered: ${titleOf(message)}`.slice(0, 200),
      body: bodyOf(message, dead, next === null),
      about: message,
      key,
      tags: ['undelivered'],
    })
    return !duplicate
  } catch (error) {
    if (isMailError(error) && (error.code === 'conflict' || error.code === 'not-found')) return false
    throw error
  }
}

/** Recipients that it never reached, each with what became of it there. */
export type Lost = { readonly owner: string; readonly why: string }

async function deadAmong(context: Context, copies: readonly Delivery[]): Promise<readonly Lost[]> {
  const [first] = copies
  const outcomes =
    first !== undefined &&
    copies.some(({ deadReason }) => deadReason === 'attempts' || deadReason === 'given-up')
      ? await context.store.log.outcomes([first.message], mostNamed)
      : []
  return copies.flatMap(({ owner, deadReason }) => {
    if (deadReason === null) return []
    const last = outcomes.find((outcome) => outcome.owner === owner && outcome.state === 'failed')
    const why = last?.reason == null ? '' : `: ${last.by} marked it as failed: ${reasonInLine(last.reason)}`
    return [{ owner, why: `${deadSentences[deadReason]}${why}` }]
  })
}

function bodyOf({ id }: Message, dead: readonly Lost[], isAll: boolean): string {
  return [
    `Your message ${shortId(id)} did not reach everyone:`,
    '',
    ...dead.map(({ owner, why }) => `- ${owner} ${why}`),
    ...(isAll ? [] : ['- and more recipients']),
    '',
    `To send it again, run \`watchpost redeliver ${shortId(id)}\`, with \`--to ADDRESS\` for another recipient.`,
  ].join('\n')
}
