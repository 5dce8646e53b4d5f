import type { Act, ActName } from './act.ts'
import { forgetAlerts } from './acts/alerts.ts'
import { archiveOld } from './acts/archive.ts'
import { redispatchReported } from './acts/beads.ts'
import { ringDue } from './acts/bells.ts'
import { checkpoint } from './acts/checkpoint.ts'
import { returnClaims } from './acts/claims.ts'
import { chillSettled } from './acts/cold.ts'
import { buryExpired } from './acts/dead-letters.ts'
import { meetDeadlines } from './acts/deadlines.ts'
import { settleDebates } from './acts/debates.ts'
import { sendOverdue } from './acts/drafts.ts'
import { escalateAgain } from './acts/escalations.ts'
import { reportFailures } from './acts/failures.ts'
import { startHandlers } from './acts/handlers.ts'
import { indexText } from './acts/index.ts'
import { returnLeases } from './acts/leases.ts'
import { askOverdue } from './acts/overdue.ts'
import { pruneChannels } from './acts/retention.ts'
import { sealLog } from './acts/seal.ts'
import { reportSilent } from './acts/silence.ts'
import { wakeSnoozed } from './acts/snoozes.ts'
import { reportTakenBack } from './acts/taken-back.ts'
import { endTasks } from './acts/tasks.ts'

export type RoundAct = {
  readonly name: ActName
  readonly act: Act
  /** `anyone`: also a command, after its answer. `runners`: it syncs files, or takes long. `programs`: it starts programs. */
  readonly by: 'anyone' | 'runners' | 'programs'
  /** One step of it looks at every agent. */
  readonly wide?: true
}

/** A round: what ends first, then what follows from it, then what keeps the store in shape. */
export const roundActs: readonly RoundAct[] = [
  // A log that is short to begin with, so that no sender has to put a long one away.
  { name: 'checkpoint', act: checkpoint, by: 'runners' },
  { name: 'dead-letters', act: buryExpired, by: 'anyone' },
  { name: 'failures', act: reportFailures, by: 'anyone' },
  { name: 'taken-back', act: reportTakenBack, by: 'anyone' },
  { name: 'drafts', act: sendOverdue, by: 'anyone' },
  { name: 'snoozes', act: wakeSnoozed, by: 'anyone' },
  { name: 'leases', act: returnLeases, by: 'anyone' },
  { name: 'claims', act: returnClaims, by: 'anyone' },
  { name: 'retention', act: pruneChannels, by: 'anyone' },
  { name: 'archive', act: archiveOld, by: 'anyone' },
  { name: 'tasks', act: endTasks, by: 'runners' },
  { name: 'overdue', act: askOverdue, by: 'anyone', wide: true },
  { name: 'deadlines', act: meetDeadlines, by: 'anyone' },
  { name: 'escalations', act: escalateAgain, by: 'anyone', wide: true },
  { name: 'silence', act: reportSilent, by: 'anyone', wide: true },
  { name: 'seal', act: sealLog, by: 'anyone' },
  { name: 'bells', act: ringDue, by: 'runners' },
  { name: 'redispatch', act: redispatchReported, by: 'runners' },
  { name: 'debates', act: settleDebates, by: 'runners' },
  { name: 'handlers', act: startHandlers, by: 'programs' },
  { name: 'alerts', act: forgetAlerts, by: 'runners' },
  { name: 'index', act: indexText, by: 'runners' },
  { name: 'cold', act: chillSettled, by: 'runners' },
  { name: 'checkpoint', act: checkpoint, by: 'runners' },
]
