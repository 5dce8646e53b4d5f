import { MailError } from '../../domain/errors.ts'
import {
  decideRedispatch,
  failed,
  neverDispatched,
  type Redispatch,
  type RedispatchDecision,
  type Redispatched,
} from '../../domain/redispatch.ts'
import { checkInput, flag, requiredText } from '../input.ts'
import { letterFields } from '../mail/letter.ts'
import { postMessage } from '../mail/post.ts'
import { type Context, operation } from '../operation.ts'
import { iso } from '../values.ts'
import { freePolecats, requireRig } from './polecats.ts'

export type RedispatchValue = {
  readonly bead: string
  readonly decision: RedispatchDecision
  readonly rig: string | null
  /** Who was given it, or told of it. */
  readonly to: string | null
  /** The message that said so. */
  readonly message: string | null
  readonly failures: number
  readonly attemptedAt: string | null
  readonly why: string
}

const tries = 5

export const redispatch = operation({
  summary: 'Give work that its polecat lost to another of the same rig; after three failures tell the mayor',
  access: 'write',
  input: {
    bead: requiredText('Which piece of work, such as gt-abc123', { positional: true, placeholder: 'BEAD' }),
    failed: flag('Whoever has it failed'),
    done: flag('It is done: forget what was tried'),
  },
  value: 'redispatched',
  examples: [['watchpost redispatch gt-abc123', 'gives it to a polecat of gastown that is without work']],
  async run(context, { bead, failed: hasFailed = false, done = false }): Promise<RedispatchValue> {
    if (hasFailed && done)
      throw new MailError('usage', 'Say --failed or --done, not both.', 'It either failed or is done.')
    const rig = done ? null : await requireRig(context, bead)
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const known = await context.store.upkeep.findRedispatch(bead)
      const value =
        rig === null ? await forget(context, bead, known) : await decide(context, bead, rig, known, hasFailed)
      if (value !== null) return value
    }
    throw new MailError('stale', `Others keep giving out ${bead}.`, 'Try again.')
  },
})

async function forget(
  context: Context,
  bead: string,
  known: Redispatch | null,
): Promise<RedispatchValue | null> {
  if (!(await context.store.upkeep.putRedispatch(bead, known, null))) return null
  const why = known === null ? 'It was never given out again.' : 'It is done; what was tried is forgotten.'
  const { failures, attemptedAt } = known ?? neverDispatched(bead)
  return {
    bead,
    decision: 'done',
    rig: null,
    to: null,
    message: null,
    failures,
    attemptedAt: iso(attemptedAt),
    why,
  }
}

/** The decision first, then its message: who loses the race for the first sends none. `null`: decide anew. */
async function decide(
  context: Context,
  bead: string,
  rig: string,
  known: Redispatch | null,
  hasFailed: boolean,
): Promise<RedispatchValue | null> {
  const state = known ?? neverDispatched(bead)
  const free = await freePolecats(context, rig)
  const decided = decideRedispatch(hasFailed ? failed(state) : state, free, rig, context.now())
  const { upkeep } = context.store
  if (!(await upkeep.putRedispatch(bead, known, decided.next))) return null
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
    ? ['Nobody is given it any more. `watchpost redispatch --done` lets it begin anew.']
    : [
        `It was lost by the polecat that had it. Please take it up; \`watchpost complete\` this when it is done.`,
      ]
  const letter = checkInput(letterFields, {
    priority: 'high',
    subject: isEscalated ? `ESCALATION: ${bead} failed ${next.failures} times` : `REDISPATCH ${bead}`,
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
