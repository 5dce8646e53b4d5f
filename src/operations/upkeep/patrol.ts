import { MailError } from '../../domain/errors.ts'
import { duration, flag } from '../../input/input.ts'
import { asUpkeep } from '../../services/gate/as-upkeep.ts'
import { noteRound } from '../../services/upkeep/keep-up.ts'
import { roundActs } from '../../services/upkeep/round-acts.ts'
import type { Values } from '../../values/schemas.ts'
import type { ActValue } from '../../values/upkeep-schema.ts'
import { operation } from '../operation.ts'

const shortestRound = 1000

export const patrol = operation({
  summary: 'Run timed upkeep: expire, return leases, remind, report, prune and archive; safe to repeat',
  access: 'write',
  needs: 'own',
  input: {
    dryRun: flag('Only report what would be done'),
    watch: duration('Repeat at this interval until interrupted'),
  },
  repeats: 'watch',
  tells: true,
  value: 'patrolled',
  examples: [['watchpost patrol --watch 60s', 'keeps a store in order while it runs']],
  async run(caller, { dryRun: rehearsal = false, watch }): Promise<Values['patrolled']> {
    if (watch !== undefined && watch < shortestRound)
      throw new MailError('usage', 'The interval must be at least one second.', 'Example: --watch 60s')
    const context = asUpkeep(caller)
    const done: ActValue[] = []
    for (const { act } of roundActs) done.push(...(await act({ context, rehearsal })))
    if (!rehearsal) await noteRound(context)
    return { acts: done, dryRun: rehearsal }
  },
})
