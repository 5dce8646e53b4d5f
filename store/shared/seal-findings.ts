import type { Finding, SealedLog } from '../../src/domain/finding.ts'
import { headText, type LogHead } from '../../src/domain/log-head.ts'
import type { Checked, Misfit } from './seal-check.ts'
import type { Seal } from './seals.ts'

export type Judging = {
  /** A head that was written down, to be held against the log. */
  readonly head: LogHead | null
  /** Told how far the log is sealed; nothing where it is not as it was sealed. */
  readonly told: (log: SealedLog) => void
}

type Told = Omit<Finding, 'mended'>
type Log = {
  readonly where: string
  /** Whether each number has a row. */
  readonly isGapless: boolean
}

const mend =
  'Somebody changed the database by other means than Watchpost. Compare the log with that of a backup.'

/** What is wrong with a log, and where its chain starts again. */
export function foundInLog(
  { misfit, beginnings, fits }: Checked,
  { where, isGapless }: Log,
): readonly Told[] {
  return [
    ...beginnings.filter(({ begun }) => begun === 'salvaged').map((one) => salvaged(one, where)),
    ...(misfit === null ? [] : [changed(misfit, where, isGapless)]),
    ...(fits === false && misfit === null ? [otherHead(where)] : []),
  ]
}

export function sealedLog({ head, beginnings }: Checked, unsealed: number): SealedLog {
  const copied = beginnings.find(({ begun }) => begun === 'copied')
  return { head: head === null ? null : headText(head), unsealed, copiedFrom: copied?.former ?? null }
}

function salvaged({ at, former }: Seal, where: string): Told {
  const before = former === null ? '' : ` The head before was ${former}.`
  return {
    finding: 'log-begun',
    severity: 'advice',
    where,
    why: `A part of the log was lost to damage. What was left is sealed anew since ${momentOf(at)}.${before}`,
    mend: 'Nothing has to be done. A change from before that moment does not show.',
  }
}

function changed(
  { table, from, to, at, sealed, found, missing }: Misfit,
  where: string,
  isGapless: boolean,
): Told {
  const run = `Rows ${from} to ${to} of ${table} are not as they were sealed at ${momentOf(at)}`
  const [lost, first] = [sealed - found, isGapless && missing !== null ? `, the first is ${missing}` : '']
  const what =
    lost > 0
      ? `${lost} of ${sealed} ${lost === 1 ? 'is' : 'are'} missing${first}`
      : lost < 0
        ? `there are ${found} instead of ${sealed}`
        : 'a row, or the seal itself, was changed'
  return { finding: 'log-changed', severity: 'damage', where, why: `${run}: ${what}.`, mend }
}

function otherHead(where: string): Told {
  const why =
    'The head that you named is not of this log: what was logged until then was changed or removed, or it is the head of another store.'
  return { finding: 'log-changed', severity: 'damage', where, why, mend }
}

function momentOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
