import { MailError } from '../../domain/errors.ts'
import {
  decideRedispatch,
  failed,
  neverDispatched,
  othersFirst,
  type Promotion,
  type Redispatch,
  type Redispatched,
  redispatchSubject,
} from '../../domain/redispatch.ts'
import { isLiving } from '../../domain/roster.ts'
import { checkInput } from '../../input/input.ts'
import type { RedispatchValue } from '../../values/upkeep-schema.ts'
import type { Context } from '../context.ts'
import { letterFields } from '../posting/letter.ts'
import { postMessage } from '../posting/post.ts'
import { iso } from '../values.ts'
import { isLost, losersOf } from './bead-losers.ts'
import { freePolecats, requireRig } from './polecats.ts'

const tries = 5

/**
 * Assigns a bead to an idle polecat, or gives the reason why not.
 * @throws MailError `usage` · `not-found` · `ambiguous` · `stale`
 */
export async function giveOut(context: Context, bead: string, hasFailed: boolean): Promise<RedispatchValue> {
  const rig = await requireRig(context, bead)
  return unlessOvertaken(bead, async () =>
    decide(context, bead, rig, await context.store.upkeep.findRedispatch(bead), hasFailed),
  )
}

/** Tries again if another process decided in the meantime (`null`). @throws MailError `stale` */
export async function unlessOvertaken(
  bead: string,
  attempt: () => Promise<RedispatchValue | null>,
): Promise<RedispatchValue> {
  for (let count = 1; count <= tries; count += 1) {
    const value = await attempt()
    if (value !== null) return value
  }
  throw new MailError('stale', `Other processes keep assigning ${bead}.`, 'Try again.')
}

/** Decides what to do with a bead, based on the current roster. Writes nothing. */
export async function decisionOf(
  context: Context,
  bead: string,
  rig: string,
  known: Redispatch | null,
  hasFailed: boolean,
): Promise<Redispatched> {
  const state = known ?? neverDispatched(bead)
  const free = othersFirst(await freePolecats(context, rig), await losersOf(context, bead))
  const polecats = { rig, free, isLost: await isLost(context, state) }
  const promotion = await promotionOf(context)
  return decideRedispatch(hasFailed ? failed(state) : state, polecats, context.now(), promotion)
}

/** The configured agent, if it is active. */
async function promotionOf({ store, settings }: Context): Promise<Promotion> {
  const { promoteAfter, promoteTo } = settings.redispatch
  const agent = promoteTo === null ? null : await store.roster.find(promoteTo)
  return { promoteAfter, promoteTo: agent !== null && isLiving(agent) ? agent.address : null }
}

/** Stores the decision before it sends the message, so that the loser of a race sends none. `null`: decide again. */
async function decide(
  context: Context,
  bead: string,
  rig: string,
  known: Redispatch | null,
  hasFailed: boolean,
): Promise<RedispatchValue | null> {
  const decided = await decisionOf(context, bead, rig, known, hasFailed)
  const { upkeep } = context.store
  const isSame = JSON.stringify(decided.next) === JSON.stringify(known ?? neverDispatched(bead))
  if (!isSame && !(await upkeep.putRedispatch(bead, known, decided.next))) return null
  const message = await tell(context, bead, rig, decided).catch(async (error: unknown) => {
    await upkeep.putRedispatch(bead, decided.next, known)
    throw error
  })
  const { failures, attemptedAt } = decided.next
  return {
    bead,
    decision: decided.decision,
    rig,
    to: decided.to,
    message,
    failures,
    attemptedAt: iso(attemptedAt),
    why: decided.why,
  }
}

async function tell(
  context: Context,
  bead: string,
  rig: string,
  { decision, to, why, next }: Redispatched,
): Promise<string | null> {
  if (to === null) return null
  const isEscalated = decision === 'escalated'
  const rest = isEscalated
    ? ['It is no longer assigned to anyone. To start again, run `watchpost redispatch --done`.']
    : [
        `The polecat that had it lost it. Please take it over, and \`watchpost complete\` this message when it is done.`,
      ]
  const letter = checkInput(letterFields, {
    priority: 'high',
    subject: isEscalated ? `ESCALATION: ${bead} failed ${next.failures} times` : redispatchSubject(bead),
    body: [`Bead: ${bead}`, `Rig: ${rig}`, `Failures: ${next.failures}`, `Reason: ${why}`, '', ...rest].join(
      '\n',
    ),
    tag: ['redispatch'],
    hold: isEscalated,
  })
  const defaultKind = isEscalated ? 'escalation' : 'request'
  const { id } = await postMessage(context, { ...letter, to: [`agent:${to}`], defaultKind })
  return id
}
