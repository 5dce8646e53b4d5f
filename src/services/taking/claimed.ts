import type { Ending, Moved } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Move, Verb } from '../../domain/lifecycle.ts'
import { placeOf } from '../../domain/places.ts'
import { authorOf, type Context, doerOf } from '../context.ts'

export type Target = { readonly message: number; readonly attempt?: number | undefined }
type Doing = Omit<Move, 'at'>

/** Verbs that end a claim or renew it. */
function endingOf({ verb, keep }: Doing): Ending | null {
  if (verb === 'complete') return { verb, keep: keep ?? false }
  return verb === 'fail' || verb === 'process' ? { verb } : null
}

function finish(
  context: Context,
  targets: readonly Target[],
  ending: Ending,
  note: JsonObject | undefined,
): Promise<readonly Moved[]> {
  const claims = targets.map(({ message, attempt }) =>
    attempt === undefined ? { message } : { message, attempt },
  )
  return context.store.queues.finish(doerOf(context), claims, ending, context.now(), note)
}

/** Without a copy of the actor, the message may be claimed work; then the verb applies to the claim. */
export async function finishClaimed(
  context: Context,
  targets: readonly Target[],
  moved: readonly Moved[],
  move: Doing,
  note: JsonObject | undefined,
): Promise<readonly Moved[]> {
  const ending = endingOf(move)
  const strange = moved.filter(({ problem, letter }) => problem?.code === 'not-found' && letter !== null)
  if (ending === null || strange.length === 0) return moved
  const others = targets.filter(({ message }) => strange.some((one) => one.message === message))
  const finished = await finish(context, others, ending, note)
  return moved.map((one) => {
    const instead = finished.find(
      ({ message, problem }) => message === one.message && problem?.code !== 'not-found',
    )
    return strange.includes(one) && instead !== undefined ? instead : one
  })
}

/** Verbs that a supervisor may use on unclaimed items of a queue. */
const unclaimedVerbs: readonly Verb[] = ['archive', 'restore', 'pin', 'unpin']

/** Applies a verb to messages of a queue or channel. @throws MailError `usage` if the verb does not apply there */
export async function moveInPlace(
  context: Context,
  owner: string,
  targets: readonly Target[],
  move: Doing,
  note: JsonObject | undefined,
): Promise<readonly Moved[]> {
  const { verb } = move
  if (placeOf(owner)?.type === 'channel') return pinInStream(context, owner, targets, verb)
  const ending = endingOf(move)
  if (ending !== null) return finish(context, targets, ending, note)
  if (!unclaimedVerbs.includes(verb))
    throw new MailError(
      'usage',
      `You cannot ${verb} messages in ${owner}.`,
      'Claim the message first with `watchpost claim`.',
    )
  const { deliveries } = context.store
  const messages = targets.map(({ message }) => ({ message }))
  return deliveries.move(doerOf(context), owner, messages, { ...move, at: context.now() }, note)
}

async function pinInStream(
  context: Context,
  owner: string,
  targets: readonly Target[],
  verb: Verb,
): Promise<readonly Moved[]> {
  if (verb !== 'pin' && verb !== 'unpin')
    throw new MailError(
      'usage',
      `You cannot ${verb} messages in ${owner}.`,
      'You can pin and unpin posts of a channel. For other actions use your own copy.',
    )
  const ids = targets.map(({ message }) => message)
  const name = placeOf(owner)?.name ?? ''
  const { found, changed } = await context.store.channels.pin(name, ids, verb === 'pin', authorOf(context))
  return Promise.all(
    ids.map(async (message): Promise<Moved> => {
      const letter = await context.store.messages.read(message, context.actor.address)
      if (found.includes(message) && letter !== null)
        return { message, letter, changed: changed.includes(message), problem: null }
      const what = `${shortId(message)} is not in ${owner}.`
      const hint = `List its messages with \`watchpost inbox ${owner}\`.`
      return { message, letter, changed: false, problem: { code: 'not-found', message: what, hint } }
    }),
  )
}
