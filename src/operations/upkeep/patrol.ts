import { MailError } from '../../domain/errors.ts'
import { duration, flag } from '../input.ts'
import { operation } from '../operation.ts'
import type { Act, ActValue } from './act.ts'
import { archiveOld } from './acts/archive.ts'
import { redispatchReported } from './acts/beads.ts'
import { checkpoint } from './acts/checkpoint.ts'
import { returnClaims } from './acts/claims.ts'
import { chillSettled } from './acts/cold.ts'
import { buryExpired } from './acts/dead-letters.ts'
import { settleDebates } from './acts/debates.ts'
import { escalateAgain } from './acts/escalations.ts'
import { startHandlers } from './acts/handlers.ts'
import { indexText } from './acts/index.ts'
import { returnLeases } from './acts/leases.ts'
import { askOverdue } from './acts/overdue.ts'
import { pruneChannels } from './acts/retention.ts'
import { reportSilent } from './acts/silence.ts'
import { wakeSnoozed } from './acts/snoozes.ts'

export type PatrolValue = { readonly acts: readonly ActValue[]; readonly dryRun: boolean }

const shortestRound = 1000

/** What ends first, then what follows from it, then what keeps the store in shape. */
const acts: readonly Act[] = [
  // A log that is short to begin with, so that no sender comes to put a long one away.
  checkpoint,
  buryExpired,
  wakeSnoozed,
  returnLeases,
  returnClaims,
  pruneChannels,
  archiveOld,
  askOverdue,
  escalateAgain,
  reportSilent,
  redispatchReported,
  settleDebates,
  startHandlers,
  indexText,
  chillSettled,
  checkpoint,
]

export const patrol = operation({
  summary:
    'Do all that time does: end, return, remind, report, prune and put away; again and again is no harm',
  access: 'write',
  input: {
    dryRun: flag('Only say what there is to do'),
    watch: duration('Go round again every so often, until interrupted'),
  },
  repeats: 'watch',
  value: 'patrolled',
  examples: [['watchpost patrol --watch 60s', 'keeps a store in order for as long as it runs']],
  async run(context, { dryRun: rehearsal = false, watch }): Promise<PatrolValue> {
    if (watch !== undefined && watch < shortestRound)
      throw new MailError('usage', 'A round takes at least a second.', 'Write for example --watch 60s.')
    const done: ActValue[] = []
    for (const act of acts) done.push(...(await act({ context, rehearsal })))
    return { acts: done, dryRun: rehearsal }
  },
})
