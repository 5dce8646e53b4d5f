import { MailError } from '../../domain/errors.ts'
import { neverDispatched, type Redispatch } from '../../domain/redispatch.ts'
import { flag, requiredText } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { asUpkeep } from '../../services/gate/as-upkeep.ts'
import { takeOutcomes } from '../../services/upkeep/bead-outcomes.ts'
import { giveOut, unlessOvertaken } from '../../services/upkeep/giving-out.ts'
import { iso } from '../../services/values.ts'
import type { RedispatchValue } from '../../values/upkeep-schema.ts'
import { operation } from '../operation.ts'

export const redispatch = operation({
  summary: 'Give lost work to another polecat of the same rig; after three failures escalate to the mayor',
  access: 'write',
  needs: 'own',
  input: {
    bead: requiredText('The bead, such as gt-abc123', { positional: true, placeholder: 'BEAD' }),
    failed: flag('Record that the current polecat failed'),
    done: flag('Record that it is done and forget earlier attempts'),
  },
  value: 'redispatched',
  examples: [['watchpost redispatch gt-abc123', 'gives it to an idle polecat of gastown']],
  async run(caller, { bead, failed: hasFailed = false, done = false }): Promise<RedispatchValue> {
    if (hasFailed && done)
      throw new MailError('usage', '--failed and --done cannot be combined.', 'Use one of them.')
    const context = asUpkeep(caller)
    await takeOutcomes(context)
    if (!done) return giveOut(context, bead, hasFailed)
    return unlessOvertaken(bead, async () =>
      forget(context, bead, await context.store.upkeep.findRedispatch(bead)),
    )
  },
})

async function forget(
  context: Context,
  bead: string,
  known: Redispatch | null,
): Promise<RedispatchValue | null> {
  if (!(await context.store.upkeep.putRedispatch(bead, known, null))) return null
  const why = known === null ? 'It was never assigned again.' : 'It is done; earlier attempts are forgotten.'
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
